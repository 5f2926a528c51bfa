package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.ShellQuoting;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Failure;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.commits.MissingCommits;
import dev.bawn.launcher.merge.Merges;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.review.Base;
import dev.bawn.launcher.review.Change;
import dev.bawn.launcher.review.ChangeCount;
import dev.bawn.launcher.review.Layers;
import dev.bawn.launcher.sessions.OwnerRights;
import dev.bawn.launcher.workspace.BaseDirectory;
import dev.bawn.launcher.workspace.Checkout;
import dev.bawn.launcher.workspace.GitRepository;
import dev.bawn.launcher.workspace.RepositoryLayer;
import dev.bawn.launcher.workspace.SessionMasks;
import dev.bawn.launcher.workspace.WorkspaceKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Opens the changes of a session, or of an agent, by its record, and refuses a record whose
 * changes, project or base is missing.
 */
final class RecordedChanges {

  private RecordedChanges() {}

  /** Reads the changes of a session, whose layers are open. */
  @FunctionalInterface
  interface Look<T> {
    T at(Layers layers, List<Change> changes) throws IOException;
  }

  /**
   * Reads the changes of a session.
   *
   * @return empty if the session has no upper layer
   * @throws NotFound if the project for the comparison is missing
   */
  static <T> Optional<T> read(SessionRecord record, Look<T> look) {
    requireProject(record);
    return read(record, record.project(), look);
  }

  /** As {@link #read}, but without a project every file of the session is a change. */
  static <T> Optional<T> changesLeft(SessionRecord record, Look<T> look) {
    return read(record, record.project().filter(Files::isDirectory), look);
  }

  /**
   * The work of a session that the project lacks.
   *
   * @param commits references to commits that the project lacks
   */
  record Left(ChangeCount changes, MissingCommits commits) {
    static final Left NOTHING = new Left(ChangeCount.NONE, MissingCommits.NONE);
  }

  /**
   * The unmerged work with its commits; empty if it cannot be determined: a failure does not end a
   * list. A session without changes is not opened. If the session changed references, git is called
   * for these.
   *
   * @param most the number of changes at which the count stops
   */
  static Optional<Left> left(SessionRecord record, int most) {
    if (record.changes().filter(RecordedChanges::isEmpty).isPresent()) {
      return Optional.of(Left.NOTHING);
    }
    try {
      return layers(
          record,
          record.project().filter(Files::isDirectory),
          layers -> {
            ChangeCount count = layers.count(most);
            return new Left(count, missing(record, layers, count.references()));
          });
    } catch (Failure e) {
      return Optional.empty();
    }
  }

  private static MissingCommits missing(
      SessionRecord record, Layers layers, List<Change> references) {
    try {
      return references.isEmpty()
          ? MissingCommits.NONE
          : MissingCommits.of(record.changes().orElseThrow(), layers, references);
    } catch (IOException | Failure e) {
      return MissingCommits.NONE; // 'status' prints the reason
    }
  }

  private static <T> Optional<T> read(SessionRecord record, Optional<Path> project, Look<T> look) {
    return layers(record, project, layers -> look.at(layers, layers.changes()));
  }

  /** An operation on the open layers. */
  @FunctionalInterface
  private interface Use<T> {
    T of(Layers layers) throws IOException;
  }

  private static <T> Optional<T> layers(SessionRecord record, Optional<Path> project, Use<T> use) {
    if (record.changes().isEmpty()) {
      return Optional.empty();
    }
    Path upper = record.changes().get();
    requireOpenTop(record, upper);
    // without a project, the session's base is the checkout
    Optional<Path> below =
        record.project().isEmpty() && record.workspace().isCheckout()
            ? Optional.of(upper.resolveSibling(Checkout.FILES))
            : project;
    try (Base base = base(record, below, upper);
        Layers layers = Layers.open(below, SessionMasks.layer(upper), upper, base)) {
      return Optional.of(use.of(layers));
    } catch (IOException e) {
      requireOpenRepository(record);
      throw new Failed(
          "cannot read the changes of the session: " + e.getMessage(),
          "if the session runs, pause it and try again: bawn pause "
              + record.name()
              + "; otherwise see: ls -lR "
              + upper);
    }
  }

  /** An agent can close the directory, which the operator does not own. */
  private static void requireOpenTop(SessionRecord record, Path upper) {
    if (record.name().isOfAgent()
        && Files.isDirectory(upper)
        && !(Files.isReadable(upper) && Files.isExecutable(upper))) {
      throw new Failed(
          "the agent made the directory of its changes unreadable: " + upper,
          "make it readable, while no session of the agent runs: sudo bawn-admin sync "
              + record.name());
    }
  }

  private static Base base(SessionRecord record, Optional<Path> project, Path upper)
      throws IOException {
    Path directory = BaseDirectory.beside(upper);
    boolean isOfAgent = record.name().isOfAgent();
    boolean isCopy = isOfAgent || record.workspace().isCheckout();
    return isCopy && project.isPresent()
        ? Base.below(
            directory,
            project.get(),
            record.project().isPresent()
                ? GitRepository.of(project.get())
                : Optional.of(RepositoryLayer.of(upper)),
            isOfAgent ? AgentOverlay.lower(upper) : upper.resolveSibling(Checkout.FILES),
            RepositoryLayer.beside(upper),
            Merges.bases(upper),
            isOfAgent)
        : Base.of(
            directory, project, record.created(), Merges.bases(upper), record.isOnAnotherProject());
  }

  /**
   * The upper layer of a session.
   *
   * @throws Refused if it has none
   */
  static Path requireChanges(SessionRecord record) {
    return record.changes().orElseThrow(() -> nothingApart(record));
  }

  /**
   * Requires that a session has a project.
   *
   * @throws Refused if it has none
   */
  static void requireSomeProject(SessionRecord record) {
    if (record.project().isEmpty()) {
      throw new Refused(
          record.name() + " has no project",
          record.workspace().isCheckout()
              ? "save the changes as a patch: bawn export %1$s >%1$s.patch".formatted(record.name())
              : "its changes are in " + requireChanges(record));
    }
  }

  /**
   * Requires that the project of a session, if it has one, still exists at its path.
   *
   * @throws NotFound if it does not
   */
  static void requireProject(SessionRecord record) {
    if (record.project().isPresent() && !Files.isDirectory(record.project().get())) {
      String name = record.name().toString();
      String put = wayBack(record);
      String end =
          record.name().isOfAgent()
              ? "; copy what you need, then ask root: sudo bawn-admin unassign "
                  + name
                  + " --purge-scratch"
              : "; to remove them with the session: bawn destroy " + name + " --force";
      throw new NotFound(
          "the project of " + name + " is missing: there is no directory " + record.project().get(),
          record.changes().isPresent()
              ? put + "; the changes of the session are in " + place(record.changes().get()) + end
              : put + "; to remove the session: bawn destroy " + name);
    }
  }

  /** The way to have the missing project at its path again. */
  private static String wayBack(SessionRecord record) {
    Path project = record.project().orElseThrow();
    if (Files.exists(project, LinkOption.NOFOLLOW_LINKS)) {
      return "a file is in its place: move that file away, and put the project back";
    }
    return record.name().isOfAgent()
        ? "move the project back"
        : "move the project back; or put a link to it at the old path, and start the session once: bawn kill "
            + record.name()
            + " && ln -s NEWPATH "
            + ShellQuoting.join(List.of(project.toString()))
            + " && bawn resume "
            + record.name()
            + " -- true";
  }

  /** The directory with the changes; those of an agent are behind a link. */
  private static Path place(Path changes) {
    try {
      return Files.isSymbolicLink(changes) ? Files.readSymbolicLink(changes) : changes;
    } catch (IOException e) {
      return changes;
    }
  }

  /**
   * Requires that the repository of the project can be read.
   *
   * @throws Failed if not
   */
  static void requireOpenRepository(SessionRecord record) {
    Optional<Path> git = record.project().map(each -> each.resolve(".git"));
    if (git.filter(Files::isDirectory).isPresent()
        && !(Files.isReadable(git.get()) && Files.isExecutable(git.get()))) {
      throw new Failed(
          "the repository of the project cannot be read: " + git.get(),
          "see: namei -l " + git.get());
    }
  }

  /**
   * Requires that the base of the changes was recorded: a merge compares with it.
   *
   * @throws Refused if an older bawn made the session
   */
  static void requireBase(SessionRecord record, Layers layers) {
    if (!layers.hasBase()) {
      throw new Refused(
          record.name() + " was made by an older bawn, which recorded no base",
          "use: bawn export " + record.name() + "; a new session has a base");
    }
  }

  /** Prints the changes of a session. */
  @FunctionalInterface
  interface Show {
    /** Prints the changes, and returns the exit status. */
    int of(Layers layers, List<Change> changes) throws IOException;
  }

  /** Prints the named changes of a session. */
  @FunctionalInterface
  interface ShowSelection {
    /** Prints the changes, and returns the exit status. */
    int of(Layers layers, Selection selection) throws IOException;
  }

  /**
   * Prints the changes of a session. If the session closed a directory to its owner, this command
   * runs once more with the right to read it.
   *
   * @return the exit status, which is not 0 if the agent closed a changed file to its operators;
   *     empty if the session has no upper layer
   */
  static OptionalInt show(SessionRecord record, Show show) {
    return withRights(
        record, (layers, changes) -> show.of(layers, changes) | closed(record, changes));
  }

  /** As {@link #show(SessionRecord, Show)}, for the named changes alone. */
  static OptionalInt show(SessionRecord record, NamedPaths named, ShowSelection show) {
    return withRights(
        record,
        (layers, changes) -> {
          Selection selection = named.of(layers, changes);
          return show.of(layers, selection) | closed(record, selection.changes());
        });
  }

  private static int closed(SessionRecord record, List<Change> changes) {
    return record.name().isOfAgent() ? AgentOverlay.closed(changes) : 0;
  }

  private static OptionalInt withRights(SessionRecord record, Show show) {
    boolean isOfAgent = record.name().isOfAgent();
    if (!isOfAgent && record.changes().filter(RecordedChanges::isClosed).isPresent()) {
      OptionalInt again = OwnerRights.runAgain();
      if (again.isPresent()) {
        return again;
      }
    }
    Optional<OptionalInt> status =
        read(
            record,
            (layers, changes) -> {
              OptionalInt again =
                  !isOfAgent && changes.stream().anyMatch(Change::isClosed)
                      ? OwnerRights.runAgain()
                      : OptionalInt.empty();
              if (again.isPresent()) {
                return again;
              }
              return OptionalInt.of(show.of(layers, changes));
            });
    return status.orElse(OptionalInt.empty());
  }

  private static boolean isEmpty(Path upper) {
    String[] names = upper.toFile().list();
    return names != null && names.length == 0;
  }

  private static boolean isClosed(Path upper) {
    return !Files.isReadable(upper) || !Files.isExecutable(upper);
  }

  /** The refusal for a session without an upper layer. */
  static Refused nothingApart(SessionRecord record) {
    String kind = record.workspace().word();
    return new Refused(
        "bawn keeps no changes of " + record.name() + " apart: its workspace is " + kind,
        record.workspace() == WorkspaceKind.BIND
            ? "the session wrote into the project itself: run git status there"
            : "the session could not change the project");
  }
}
