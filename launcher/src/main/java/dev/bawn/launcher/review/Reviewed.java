package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.FileStatus;
import dev.bawn.launcher.linux.OpenDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A change with its hazards.
 *
 * @param change the change
 * @param hazards empty for most changes
 * @param actor the program that acts on the file, if there is one
 * @param repository the repository that contains the path, if there is one
 * @param others the changes that others made to the same file since the session began
 * @param move the old path of a new file that the session moved
 */
public record Reviewed(
    Change change,
    Set<Hazard> hazards,
    Optional<String> actor,
    Optional<RawPath> repository,
    Others others,
    Optional<Moves.Move> move) {

  /**
   * The permissions before and after the change; empty if they are equal. For a file that others
   * changed too, git may be the only source of its mode at the start: whether it could be executed.
   */
  public String permissions() {
    // the JVM links a switch over types in each process again
    if (!(change instanceof Change.ModeChanged) && !(change instanceof Change.Modified)) {
      return "";
    }
    FileStatus before = change.statusBefore().orElseThrow();
    FileStatus after = change.statusAfter().orElseThrow();
    boolean isKnown =
        change instanceof Change.ModeChanged
            || others == Others.NOTHING
            || before.isExecutable() != after.isExecutable();
    return isKnown && before.mode() != after.mode() ? before.octal() + " → " + after.octal() : "";
  }

  /** Reviews all these changes, including the contents of files. */
  public static List<Reviewed> all(Layers layers, List<Change> changes) throws IOException {
    return all(layers, changes, true);
  }

  /**
   * Reviews all these changes.
   *
   * @param withContents whether the contents of files are searched for hazards, too
   */
  public static List<Reviewed> all(Layers layers, List<Change> changes, boolean withContents)
      throws IOException {
    Moves found;
    Hazards hazards;
    try (ProjectSettings settings = layers.startSettings()) {
      found = Moves.of(layers, changes);
      HazardousNames names = HazardousNames.read();
      hazards =
          new Hazards(
              layers,
              names,
              ReferencedPaths.of(settings, changes.stream().map(Change::path).toList(), names),
              withContents,
              withContents ? onlyCopies(layers, changes, found) : Set.of(),
              withContents ? withoutEdits(layers, changes) : Set.of());
    }
    Map<RawPath, Moves.Move> moves = found.all();
    List<Reviewed> all = new ArrayList<>(changes.size());
    for (Change change : changes) {
      all.add(hazards.of(change, Optional.ofNullable(moves.get(change.path()))));
    }
    return all;
  }

  /**
   * The removed files without a copy in git. A moved file is its own copy while its content is
   * unchanged.
   */
  private static Set<RawPath> onlyCopies(Layers layers, List<Change> changes, Moves moves)
      throws IOException {
    Set<RawPath> moved =
        moves.all().values().stream()
            .filter(Moves.Move::isExact)
            .map(Moves.Move::from)
            .collect(Collectors.toSet());
    Set<RawPath> removed = new HashSet<>();
    for (Change change : changes) {
      if (change.statusBefore().filter(was -> was.is(FileKind.FILE)).isPresent()
          && change.statusAfter().filter(now -> now.is(FileKind.FILE)).isEmpty()
          && !moved.contains(change.path())
          && layers.others(change.path()) == Others.NOTHING
          && !layers.git().contain(change.path())
          && !layers.hid(change.path())) {
        removed.add(change.path());
      }
    }
    return layers.withoutCopy(removed);
  }

  private static Set<RawPath> withoutEdits(Layers layers, List<Change> changes) throws IOException {
    List<RawPath> modified = new ArrayList<>();
    for (Change change : changes) {
      if (change instanceof Change.Modified
          && change.statusAfter().filter(now -> now.is(FileKind.FILE)).isPresent()
          && layers.others(change.path()) == Others.NOTHING
          && !layers.git().contain(change.path())) {
        modified.add(change.path());
      }
    }
    return layers.withoutEdits(modified);
  }

  /**
   * Reviews the repositories that a session wrote into its own project.
   *
   * @param project its directory
   * @param repositories paths in it
   */
  public static List<Reviewed> repositories(Path project, List<Path> repositories)
      throws IOException {
    List<Reviewed> all = new ArrayList<>();
    try (OpenDirectory top = OpenDirectory.at(project)) {
      for (Path repository : repositories) {
        RawPath path = RawPath.of(project.relativize(repository).toString());
        try (OpenDirectory parent = top.beneath(path.parent().bytes())) {
          Optional<FileStatus> status = parent.look(path.name());
          if (status.isPresent()) {
            Change change = new Change.Added(path, status.get());
            all.add(
                new Reviewed(
                    change,
                    EnumSet.of(Hazard.REPOSITORY),
                    Optional.empty(),
                    Optional.empty(),
                    Others.NOTHING,
                    Optional.empty()));
          }
        }
      }
    }
    return all;
  }

  /** The moved files among these, each new path with the old one. */
  public static Map<RawPath, RawPath> moves(List<Reviewed> changes) {
    return changes.stream()
        .filter(each -> each.move().isPresent())
        .collect(
            Collectors.toMap(
                each -> each.change().path(), each -> each.move().orElseThrow().from()));
  }

  /** This change without its move: the removed file stays. */
  public Reviewed unmoved() {
    return new Reviewed(change, hazards, actor, repository, others, Optional.empty());
  }

  /** Tells whether the path lies in a repository's own directory. */
  public boolean isOfGit() {
    return repository.isPresent();
  }

  /** Tells whether merge and export leave it out unless hazards are accepted. */
  public boolean isSevere() {
    return !isOfGit() && hazards.stream().anyMatch(Hazard::isSevere);
  }

  /**
   * The changes that others made to the file, or to the file that was moved, as a label; empty for
   * most.
   */
  public String othersLabel() {
    if (others == Others.CHANGED && change instanceof Change.Added) {
      return "also added in the project";
    }
    Optional<RawPath> source =
        move.filter(each -> each.others() == Others.CHANGED).map(Moves.Move::from);
    return others == Others.NOTHING && source.isPresent()
        ? source.get().shown() + " also changed in the project"
        : others.label();
  }

  /** The labels of the severe hazards. */
  public String severeLabels() {
    return labels(Hazard::isSevere);
  }

  /** The labels of all hazards; empty for most changes. */
  public String labels() {
    return labels(_ -> true);
  }

  private String labels(Predicate<Hazard> wanted) {
    return hazards.stream().filter(wanted).map(this::label).collect(Collectors.joining(", "));
  }

  private String label(Hazard hazard) {
    return switch (hazard) {
      case ACTS, ACTS_WHEN_USED -> hazard.label() + ": " + actor.orElseThrow();
      default -> hazard.label();
    };
  }
}
