package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.RawName;
import java.util.Locale;
import java.util.Set;

/** What git reads as its own: a change there makes the next git command do something. */
public final class GitFiles {

  private static final String REPOSITORY = ".git";
  private static final String BRANCHES = ".git/refs/heads/";
  private static final String HEAD = ".git/HEAD";

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

  /** Whether a change there means that the session committed something or changed its branch. */
  public static boolean areCommitsOf(RawPath path) {
    return path.bytes().startsWith(BRANCHES) || path.bytes().equals(HEAD);
  }

  /** Whether git takes the directory of it for a bare repository, beside other files. */
  static boolean makeRepository(RawPath path) {
    return path.name().bytes().equals("HEAD") && !contain(path);
  }

  /** Whether git takes settings from it. */
  static boolean areSetBy(RawPath path) {
    return SETTINGS.contains(path.name().bytes().toLowerCase(Locale.ROOT));
  }
}
