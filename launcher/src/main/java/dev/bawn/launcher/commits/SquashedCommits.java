package dev.bawn.launcher.commits;

import dev.bawn.launcher.review.GitObjects;
import dev.bawn.launcher.review.RawPath;
import dev.bawn.launcher.workspace.GitProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Commits whose content is in a commit of the project, as after {@code git merge --squash}: all
 * files that they changed are the same in both. That commit is the checked-out one, or one before
 * it that is later than the beginning of these commits. Commits that together change nothing, since
 * one reverts the other, have no content to be found there: they are not squashed. Nor are those
 * that add a file and remove it again: only they have it.
 *
 * @param git walks the commits of the project
 * @param objects the project's
 * @param head the checked-out commit
 */
record SquashedCommits(BoundedGit git, GitObjects objects, String head) {

  /** The most commits, and files; more are not compared, and so count as not squashed. */
  private static final int MOST = 500;

  private static final int MOST_LAST = 20;

  /** The most commits of the project, and the most of their files. */
  private static final int MOST_LATER = 100;

  private static final int MOST_COMPARED = 20_000;

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
    Map<String, String> parents = objects.resolve(map(all, SquashedCommits::parent));
    Set<String> first =
        all.stream()
            .filter(commit -> {
              String parent = parents.get(parent(commit));
              return parent == null || !all.contains(parent); // null: a commit without a parent
            })
            .collect(Collectors.toSet());
    List<String> project = later(first, parents, MOST_COMPARED / paths.size());
    Set<String> names = new HashSet<>(map(all, SquashedCommits::parentTree));
    names.addAll(map(last, SquashedCommits::tree));
    Stream.concat(last.stream(), project.stream())
        .forEach(commit -> paths.forEach(path -> names.add(commit + ":" + path)));
    Map<String, String> ids = objects.resolve(names);
    Set<String> begun = new HashSet<>();
    first.forEach(commit -> begun.add(ids.get(parentTree(commit))));
    Set<String> squashed = new HashSet<>();
    for (String commit : project) {
      Set<String> gone = new HashSet<>(paths);
      gone.removeIf(path -> ids.get(commit + ":" + path) != null);
      Set<String> equal = new HashSet<>(last);
      equal.removeIf(each ->
          paths.stream()
              .anyMatch(path ->
                  !Objects.equals(ids.get(each + ":" + path), ids.get(commit + ":" + path))));
      if (!equal.isEmpty() && wereThere(gone, first)) {
        squashed.addAll(equal);
      }
    }
    // an empty commit has only its message
    squashed.removeIf(each -> Objects.equals(ids.get(tree(each)), ids.get(parentTree(each))));
    squashed.removeIf(each -> begun.contains(ids.get(tree(each))));
    return squashed;
  }

  private static Set<String> map(Set<String> commits, UnaryOperator<String> name) {
    return commits.stream().map(name).collect(Collectors.toSet());
  }

  /**
   * The checked-out commit, and those before it that are later than the start of the first ones.
   */
  private List<String> later(Set<String> first, Map<String, String> parents, int most)
      throws IOException {
    List<String> words =
        new ArrayList<>(List.of("rev-list", "-n", "" + Math.min(most, MOST_LATER), head));
    for (String commit : first) {
      String parent = parents.get(parent(commit));
      if (parent == null) {
        return List.of(head);
      }
      words.add("^" + parent);
    }
    List<String> later = new ArrayList<>(git.lines(git.start(words), "git cannot list commits"));
    if (!later.contains(head)) {
      later.add(head);
    }
    return later;
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
