package dev.bawn.launcher.commits;

import dev.bawn.launcher.review.GitObjects;
import dev.bawn.launcher.review.RawPath;
import dev.bawn.launcher.workspace.GitProcess;
import java.io.IOException;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Commits whose content is in the project's checked-out commit, as after {@code git merge
 * --squash}: all files that they changed are the same in both. Commits that together change
 * nothing, since one reverts the other, have no content to be found there: they are not squashed.
 * Nor are those that add a file and remove it again: only they have it.
 *
 * @param git walks the commits of the project
 * @param objects the project's
 * @param head the checked-out commit
 */
record SquashedCommits(BoundedGit git, GitObjects objects, String head) {

  /** The most commits, and files; more are not compared, and so count as not squashed. */
  private static final int MOST = 500;

  private static final int MOST_LAST = 20;

  private static final String SUBMODULE = "160000";

  /**
   * The squashed commits among these.
   *
   * @param last the last commit of each branch
   * @param all these commits, and their ancestors that the project does not reach
   */
  Set<String> among(Set<String> last, Set<String> all) throws IOException {
    Set<String> paths =
        all.size() > MOST || last.size() > MOST_LAST ? Set.of() : changed(List.copyOf(all));
    if (paths.isEmpty() || paths.size() > MOST) {
      return Set.of();
    }
    Set<String> names = new HashSet<>();
    paths.forEach(path -> names.add(head + ":" + path));
    for (String commit : last) {
      paths.forEach(path -> names.add(commit + ":" + path));
      names.add(tree(commit));
    }
    all.forEach(commit -> names.addAll(List.of(parent(commit), parentTree(commit))));
    Map<String, String> ids = objects.resolve(names);
    Set<String> first =
        all.stream()
            .filter(commit -> !all.contains(ids.get(parent(commit))))
            .collect(Collectors.toSet());
    Set<String> begun = new HashSet<>();
    first.forEach(commit -> begun.add(ids.get(parentTree(commit))));
    Set<String> squashed = new HashSet<>(last);
    // an empty commit has only its message
    squashed.removeIf(each -> Objects.equals(ids.get(tree(each)), ids.get(parentTree(each))));
    squashed.removeIf(each -> begun.contains(ids.get(tree(each))));
    squashed.removeIf(each ->
        paths.stream()
            .anyMatch(
                path -> !Objects.equals(ids.get(each + ":" + path), ids.get(head + ":" + path))));
    paths.removeIf(path -> ids.get(head + ":" + path) != null);
    return wereThere(paths, first) ? squashed : Set.of();
  }

  /**
   * Tells whether each path was there before one of these commits.
   *
   * @param paths that are not there now
   */
  private boolean wereThere(Set<String> paths, Set<String> first) throws IOException {
    Set<String> names = new HashSet<>();
    paths.forEach(path -> first.forEach(commit -> names.add(parent(commit) + ":" + path)));
    Map<String, String> before = names.isEmpty() ? Map.of() : objects.resolve(names);
    return paths.stream()
        .allMatch(path ->
            first.stream().anyMatch(commit -> before.get(parent(commit) + ":" + path) != null));
  }

  private static String tree(String commit) {
    return commit + "^{tree}";
  }

  private static String parent(String commit) {
    return commit + "^1";
  }

  private static String parentTree(String commit) {
    return commit + "^1^{tree}";
  }

  /** The paths that commits change; empty if one of the changes is not only of content. */
  private Set<String> changed(List<String> commits) throws IOException {
    GitProcess compare =
        git.start(
            List.of(
                "diff-tree",
                "--stdin",
                "--no-commit-id",
                "--raw",
                "-z",
                "-m",
                "-r",
                "--root",
                "--no-renames",
                "--no-abbrev"));
    BoundedGit.feed(compare, commits);
    Set<String> paths = new HashSet<>();
    Iterator<String> fields = git.fields(compare, "git cannot compare commits").iterator();
    while (fields.hasNext()) {
      String[] raw = fields.next().split("[: ]"); // :MODE MODE ID ID STATUS
      if (raw.length > 1) {
        RawPath path = new RawPath(fields.next());
        boolean isOfMode = raw[3].equals(raw[4]);
        if (isOfMode
            || path.isTooLong()
            || List.of(raw).contains(SUBMODULE)
            || !path.isPrintable()) {
          return Set.of();
        }
        paths.add(path.bytes());
      }
    }
    return paths;
  }
}
