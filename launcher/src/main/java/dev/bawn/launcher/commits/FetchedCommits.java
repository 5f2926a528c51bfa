package dev.bawn.launcher.commits;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The last commits of a session's branches that were fetched into the project, one per line. The
 * project may have lost some of them since.
 */
public record FetchedCommits(Path file) {

  /**
   * The fetched commits of a session.
   *
   * @param upper its upper layer
   */
  public static FetchedCommits beside(Path upper) {
    return new FetchedCommits(upper.resolveSibling("commits"));
  }

  /** Their hashes. */
  public Set<String> ids() throws IOException {
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        ? Files.readAllLines(file, StandardCharsets.ISO_8859_1).stream()
            .collect(Collectors.toUnmodifiableSet())
        : Set.of();
  }

  /** Adds some. */
  public void add(List<Branch> branches) throws IOException {
    Files.write(
        file,
        branches.stream().map(Branch::id).toList(),
        StandardCharsets.ISO_8859_1,
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }
}
