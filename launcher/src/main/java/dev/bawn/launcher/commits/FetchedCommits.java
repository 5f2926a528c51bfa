package dev.bawn.launcher.commits;

import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.review.Change;
import dev.bawn.launcher.review.GitFiles;
import dev.bawn.launcher.review.Layers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The last commits of a session's branches that were fetched into the project, a line each. */
public record FetchedCommits(Path file) {

  private static final int LONGEST = 1 << 12;

  /**
   * Those of a session.
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

  /** Whether a session has commits on a branch that were not fetched. */
  public boolean areIncomplete(Layers layers, List<Change> changes) throws IOException {
    Set<String> known = new HashSet<>(ids());
    layers.head().ifPresent(known::add);
    for (Change change : changes) {
      if (GitFiles.areCommitsOf(change.path()) && change.now().isPresent()) {
        Optional<String> id = id(layers, change);
        if (id.isPresent() && !known.contains(id.get())) {
          return true;
        }
      }
    }
    return false;
  }

  /** Nothing for a directory, and for a HEAD that names a branch. */
  private static Optional<String> id(Layers layers, Change change) throws IOException {
    if (!change.now().orElseThrow().is(FileKind.FILE)) {
      return Optional.empty();
    }
    return layers
        .readSession(change.path(), file -> file.content(LONGEST))
        .map(bytes -> new String(bytes, StandardCharsets.ISO_8859_1).strip())
        .filter(text -> !text.startsWith("ref: "));
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
