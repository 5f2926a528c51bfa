package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.RawName;
import java.util.Locale;
import java.util.Set;

/** What git reads as its own: a change there makes the next git command do something. */
public final class GitFiles {

  private static final String REPOSITORY = ".git";

  /** In the work tree, and believed by git all the same. */
  private static final Set<String> SETTINGS = Set.of(".gitmodules", ".gitattributes", ".gitignore");

  private GitFiles() {}

  /** Whether a path lies in a repository, the project's own or one within it, in whatever case. */
  public static boolean contain(RawPath path) {
    for (RawName name : path.names()) {
      if (name.bytes().toLowerCase(Locale.ROOT).equals(REPOSITORY)) {
        return true;
      }
    }
    return false;
  }

  /** Whether git takes settings from it. */
  static boolean areSetBy(RawPath path) {
    return SETTINGS.contains(path.name().bytes().toLowerCase(Locale.ROOT));
  }
}
