package dev.bawn.launcher.commits;

import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.review.GitObjects;
import dev.bawn.launcher.workspace.Checkout;
import dev.bawn.launcher.workspace.GitProcess;
import dev.bawn.launcher.workspace.GitRepository;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Decides which commits a project has: those that its references, its stashes or the HEADs of its
 * work trees reach, and {@link SquashedCommits}. References that bawn makes for sessions do not
 * count: they are removed with their session. Unreachable commits do not count, since git removes
 * them later. The project has an annotated tag if one of its own references names that tag, and if
 * it has the commit.
 *
 * @param repository the project's
 * @param directory a git directory of bawn: git walks commits there, without the project's
 *     configuration
 */
record ProjectCommits(GitRepository repository, Path directory) {

  private static final int LARGEST_HEAD = 4096;
  private static final int LARGEST_LOG = 4 << 20;
  private static final Pattern ID = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");

  /**
   * The commits, and the tags of commits, that the project's references name.
   *
   * @param ids their IDs
   * @param head the checked-out commit; empty before the first commit
   */
  private record Named(List<String> ids, Optional<String> head) {}

  /**
   * The last commits of the project, which reach all that it has.
   *
   * @throws Refused if git cannot read the references
   */
  List<String> last() throws IOException {
    return named().ids();
  }

  /**
   * Returns the commits and annotated tags that the project does not have, including IDs that git
   * cannot find.
   */
  Set<String> missing(Collection<String> ids) throws IOException {
    Set<String> missing = new HashSet<>(ids);
    try {
      missing.removeAll(known(ids));
    } catch (Refused e) {
      return missing; // git cannot read the project's commits
    }
    return missing;
  }

  /**
   * Returns the commits that the checked-out one does not reach, including IDs that git cannot
   * find.
   */
  Set<String> beyondHead(Collection<String> ids) throws IOException {
    Set<String> beyond = new HashSet<>(ids);
    try (GitObjects project = new GitObjects(directory, objects())) {
      Optional<String> head = named().head();
      if (head.isPresent()) {
        Set<String> there = project.those(beyond);
        Set<String> unreached = unreached(there, new Named(List.of(head.get()), head));
        beyond.removeIf(each -> there.contains(each) && !unreached.contains(each));
      }
    } catch (Refused e) {
      return beyond; // git cannot read the references of the project
    }
    return beyond;
  }

  /**
   * Returns the blobs that no commit of the project has. git keeps unreachable blobs for some time,
   * and then removes them.
   */
  Set<String> lack(Set<String> blobs) throws IOException {
    Set<String> lacking = new HashSet<>(blobs);
    Set<String> there;
    try (GitObjects project = new GitObjects(directory, objects())) {
      there = project.those(lacking);
    }
    if (!there.isEmpty()) {
      lacking.removeAll(reached(there, List.of()));
    }
    return lacking;
  }

  /** Returns the blobs that a commit of the project had at that time. */
  Set<String> atTheTime(Set<String> blobs, Instant time) throws IOException {
    return reached(blobs, List.of("--min-age=" + time.getEpochSecond()));
  }

  private Set<String> reached(Set<String> objects, List<String> limit) throws IOException {
    try {
      List<String> tips = named().ids();
      BoundedGit git = git();
      List<String> words =
          new ArrayList<>(
              List.of(
                  "rev-list",
                  "--objects",
                  "--no-object-names",
                  "--in-commit-order",
                  "--missing=print",
                  "--ignore-missing"));
      words.addAll(limit);
      words.add("--stdin");
      GitProcess walk = git.start(words);
      BoundedGit.feed(walk, tips);
      return git.among(walk, objects);
    } catch (Refused e) {
      return Set.of(); // git cannot read the project's references
    }
  }

  private Set<String> known(Collection<String> ids) throws IOException {
    Map<String, String> commits = new HashMap<>();
    try (GitObjects project = new GitObjects(directory, objects())) {
      Set<String> asked = new HashSet<>();
      ids.stream()
          .filter(id -> ID.matcher(id).matches())
          .forEach(id -> asked.add(id + "^{commit}"));
      project
          .resolve(asked)
          .forEach((name, commit) -> commits.put(name.substring(0, name.indexOf('^')), commit));
      if (!commits.isEmpty()) {
        Named named = named();
        commits.entrySet().removeIf(each -> isTag(each) && !named.ids().contains(each.getKey()));
        Set<String> unreached = unreached(commits.values(), named);
        Set<String> lost = new HashSet<>(commits.values());
        lost.retainAll(unreached);
        if (!lost.isEmpty() && named.head().isPresent()) {
          lost.removeAll(
              new SquashedCommits(git(), project, named.head().get()).among(lost, unreached));
        }
        commits.values().removeAll(lost);
      }
    }
    return commits.keySet();
  }

  private static boolean isTag(Map.Entry<String, String> object) {
    return !object.getKey().equals(object.getValue());
  }

  private Path objects() {
    return repository.common().resolve("objects");
  }

  private BoundedGit git() {
    return BoundedGit.silent(directory, repository);
  }

  private Named named() throws IOException {
    List<String> ids = new ArrayList<>();
    Optional<String> head = head(repository.directory());
    BoundedGit project = BoundedGit.silent(repository.directory(), repository);
    for (String line :
        project.lines(
            project.start(List.of("for-each-ref", "--format=%(HEAD)%(objectname) %(refname)")),
            "git cannot read the references of the project")) {
      String[] fields = line.substring(1).split(" ", 2);
      if (!fields[1].startsWith(Checkout.REFERENCES)) {
        ids.add(fields[0]);
      }
      if (line.startsWith("*")) {
        head = Optional.of(fields[0]);
      }
    }
    head.ifPresent(ids::add);
    for (Path tree : repository.lastingWorkTrees()) {
      head(tree).ifPresent(ids::add);
    }
    // a line names the previous commit and the stash; refs/stash is the last one only
    text(repository.common().resolve("logs/refs/stash"), LARGEST_LOG)
        .lines()
        .map(line -> line.split(" ", 3))
        .filter(fields -> fields.length == 3 && ID.matcher(fields[1]).matches())
        .forEach(fields -> ids.add(fields[1]));
    return new Named(List.copyOf(new HashSet<>(ids)), head);
  }

  /** The commit of HEAD, if it names no branch. */
  private static Optional<String> head(Path repository) throws IOException {
    return Optional.of(text(repository.resolve("HEAD"), LARGEST_HEAD).strip())
        .filter(id -> ID.matcher(id).matches());
  }

  private static String text(Path file, int largest) throws IOException {
    return Files.isRegularFile(file) && Files.size(file) <= largest
        ? new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1)
        : "";
  }

  private Set<String> unreached(Collection<String> commits, Named named) throws IOException {
    List<String> revisions = new ArrayList<>(commits);
    named.ids().forEach(id -> revisions.add("^" + id));
    BoundedGit git = git();
    GitProcess walk = git.start(List.of("rev-list", "--ignore-missing", "--stdin"));
    BoundedGit.feed(walk, revisions);
    return Set.copyOf(git.lines(walk, "git cannot read the commits of the project"));
  }
}
