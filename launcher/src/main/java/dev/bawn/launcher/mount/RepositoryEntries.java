package dev.bawn.launcher.mount;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The names by which git recognizes a repository, whatever its directory is called. */
public final class RepositoryEntries {

  /** The entries of a repository. */
  public static final List<String> PARTS = List.of("HEAD", "objects", "refs", "commondir");

  private RepositoryEntries() {}

  /**
   * The entry that a name means, in any case of letters: a file system may not distinguish them.
   */
  public static Optional<String> part(String name) {
    for (String part : PARTS) {
      if (name.equalsIgnoreCase(part)) {
        return Optional.of(part);
      }
    }
    return Optional.empty();
  }

  /**
   * Tells whether git takes a directory for a repository: is_git_directory() in git's setup.c, by
   * names only.
   *
   * @param parts the names of {@link #PARTS} that it has
   */
  public static boolean isMadeOf(Set<String> parts) {
    return parts.contains("HEAD")
        && (parts.contains("commondir") || parts.contains("objects") && parts.contains("refs"));
  }
}
