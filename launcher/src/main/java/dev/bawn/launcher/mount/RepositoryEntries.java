package dev.bawn.launcher.mount;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The names by which git recognizes a repository, whatever its directory is called. */
public final class RepositoryEntries {

  private static final String HEAD = "HEAD";

  /** The entries of a repository. */
  public static final List<String> PARTS = List.of(HEAD, "objects", "refs", "commondir");

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
   * Tells whether git takes a directory for a repository, or would with one entry more:
   * is_git_directory() in git's setup.c, by names only. It needs HEAD, and objects and refs, or
   * commondir. Several merges, each harmless, must not complete it.
   *
   * @param parts the names of {@link #PARTS} that it has
   */
  public static boolean isMadeOf(Set<String> parts) {
    return parts.contains(HEAD) && parts.size() > 1;
  }

  /** Tells whether git looks at a file of this name first when it searches for a repository. */
  public static boolean isFirst(String name) {
    return part(name).filter(part -> part.equals(HEAD) || part.equals("commondir")).isPresent();
  }
}
