package dev.bawn.launcher.mount;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What makes a directory a repository to git, whatever it is called. */
public final class RepositoryEntries {

  /** The names by which git knows one. */
  public static final List<String> PARTS = List.of("HEAD", "objects", "refs", "commondir");

  private RepositoryEntries() {}

  /** Which part a name stands for, in whatever case: a file system may take both for one. */
  public static Optional<String> part(String name) {
    for (String part : PARTS) {
      if (name.equalsIgnoreCase(part)) {
        return Optional.of(part);
      }
    }
    return Optional.empty();
  }

  /**
   * Whether git takes a directory for a repository: is_git_directory() in git's setup.c, by names
   * alone.
   *
   * @param parts those of {@link #PARTS} that are in it
   */
  public static boolean isMadeOf(Set<String> parts) {
    return parts.contains("HEAD")
        && (parts.contains("commondir") || parts.contains("objects") && parts.contains("refs"));
  }
}
