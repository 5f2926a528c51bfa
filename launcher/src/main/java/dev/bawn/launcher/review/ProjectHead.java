package dev.bawn.launcher.review;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/** The commits that a project has checked out or on a branch, read from its files without git. */
final class ProjectHead {

  private static final int LARGEST = 16 << 20;
  private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");
  private static final String POINTER = "ref: ";

  private ProjectHead() {}

  /**
   * The commit of {@code HEAD}; empty if there is no commit yet, or no git directory in the
   * project.
   *
   * @param git the git directory
   */
  static Optional<String> of(Places project, RawPath git) throws IOException {
    Optional<String> head = text(project, git, "HEAD");
    if (head.isEmpty() || !head.get().startsWith(POINTER)) {
      return head.filter(text -> COMMIT.matcher(text).matches());
    }
    return branch(project, git, head.get().substring(POINTER.length()));
  }

  /**
   * The last commit of a branch; empty if it cannot be determined.
   *
   * @param git the git directory
   * @param reference the full name of the branch
   */
  static Optional<String> branch(Places project, RawPath git, String reference) throws IOException {
    if (!reference.startsWith("refs/heads/") || reference.contains("..")) {
      return Optional.empty();
    }
    return text(project, git, reference)
        .or(() -> packed(project, git, reference))
        .filter(text -> COMMIT.matcher(text).matches());
  }

  private static Optional<String> packed(Places project, RawPath git, String reference) {
    try {
      return text(project, git, "packed-refs")
          .flatMap(all ->
              all.lines()
                  .filter(line -> line.endsWith(" " + reference))
                  .map(line -> line.substring(0, line.indexOf(' ')))
                  .findFirst());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> text(Places project, RawPath git, String name)
      throws IOException {
    RawPath path = new RawPath(git.bytes() + "/" + name);
    if (project.look(path).isEmpty()) {
      return Optional.empty();
    }
    return project
        .reading(path, file -> file.content(LARGEST))
        .map(bytes -> new String(bytes, StandardCharsets.ISO_8859_1).strip());
  }
}
