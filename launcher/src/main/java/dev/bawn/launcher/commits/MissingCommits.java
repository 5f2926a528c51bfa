package dev.bawn.launcher.commits;

import dev.bawn.launcher.linux.RawName;
import dev.bawn.launcher.review.Change;
import dev.bawn.launcher.review.Layers;
import dev.bawn.launcher.review.RawPath;
import dev.bawn.launcher.workspace.BaseDirectory;
import dev.bawn.launcher.workspace.Checkout;
import dev.bawn.launcher.workspace.RepositoryLayer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The references of a session to commits that the project does not have: {@code HEAD}, branches,
 * and tags and the stash, which are not fetched.
 *
 * @param references the references, sorted
 * @param areAll whether these are all; false if the session has too many to read
 * @param there the commits of its other references, which the project has, and the project's last
 *     commit on the branch that the session checked out
 * @param held for an agent: the references, or operations of git, because of which a sync does not
 *     update the copy of the project, see {@code libexec/mirror-git}
 */
public record MissingCommits(
    Set<Reference> references, boolean areAll, Set<String> there, Set<String> held) {

  public static final MissingCommits NONE = new MissingCommits(Set.of(), true, Set.of(), Set.of());

  /** The files of unfinished git operations in the agent's copy. */
  private static final List<String> BEGUN =
      List.of("rebase-merge", "rebase-apply", "MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD");

  /**
   * Reads the missing commits of a session. For an agent whose copy of the project has no commits,
   * these are all commits of nested repositories: no copy has them.
   *
   * @param upper its upper layer
   * @param changes all its changes
   */
  public static MissingCommits of(Path upper, Layers layers, List<Change> changes)
      throws IOException {
    Map<Reference, String> references = new TreeMap<>();
    References reading = new References(layers);
    boolean areAll = reading.read(changes, references);
    if (layers.areOfAgent() && RepositoryLayer.beside(upper).isEmpty()) {
      references.keySet().removeIf(each -> !each.isNested());
      return new MissingCommits(references.keySet(), areAll, Set.of(), Set.of());
    }
    Set<String> held = layers.areOfAgent() ? held(upper, layers, references) : Set.of();
    Set<String> there = new TreeSet<>(references.values());
    if (!references.isEmpty()) {
      // most references name the checked-out commit, which is known without git
      layers.head().ifPresent(head -> references.values().removeIf(head::equals));
    }
    addBegun(upper, layers, references);
    if (!references.isEmpty() && layers.repository().isPresent()) {
      Set<String> missing =
          new ProjectCommits(layers.repository().get(), BaseDirectory.beside(upper))
              .missing(references.values());
      references.values().retainAll(missing);
    }
    there.removeAll(references.values());
    NestedCommits.of(upper, layers).removeKnown(references);
    if (reading.branch().isPresent()) {
      layers.branch(reading.branch().get()).ifPresent(there::add);
    }
    return new MissingCommits(references.keySet(), areAll, there, held);
  }

  /** Adds the first commit of a checkout: its project may have dropped it since. */
  private static void addBegun(Path upper, Layers layers, Map<Reference, String> references) {
    boolean isCopied = !Files.exists(upper.resolveSibling(Checkout.BORROWED));
    if (isCopied || layers.repository().isPresent()) {
      Checkout.begun(upper)
          .ifPresent(begun ->
              references.putIfAbsent(
                  new Reference(RawPath.of("refs/heads/" + begun.branch()), Optional.empty()),
                  begun.commit()));
    }
  }

  private static Set<String> held(Path upper, Layers layers, Map<Reference, String> references)
      throws IOException {
    Set<String> held = new TreeSet<>();
    for (String name : BEGUN) {
      if (layers.session(layers.gitDirectory().resolve(RawName.of(name))).isPresent()) {
        held.add(name);
      }
    }
    if (!references.isEmpty() && layers.repository().isPresent()) {
      Set<String> beyond =
          new ProjectCommits(layers.repository().get(), BaseDirectory.beside(upper))
              .beyondHead(references.values());
      references.forEach((each, commit) -> {
        if (!each.isNested() && beyond.contains(commit)) {
          held.add(each.name().shown());
        }
      });
    }
    return held;
  }

  /** Tells whether the project has all commits of the session. */
  public boolean areNone() {
    return references.isEmpty() && areAll;
  }

  /** The references that {@code merge --branch} does not fetch. */
  public List<Reference> others() {
    return references.stream().filter(each -> !each.isBranch() && !each.isOfTables()).toList();
  }

  /** Tells whether {@code merge --branch} may fetch any of them. */
  public boolean mayBeFetched() {
    return !areAll || references.stream().anyMatch(Reference::isBranch);
  }
}
