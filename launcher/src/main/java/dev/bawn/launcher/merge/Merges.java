package dev.bawn.launcher.merge;

import dev.bawn.contract.cli.ShellQuoting;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Failure;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.Flock;
import dev.bawn.launcher.linux.OpenDirectory;
import dev.bawn.launcher.merge.MergeDirectory.Journal;
import dev.bawn.launcher.merge.MergeDirectory.State;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.review.Change;
import dev.bawn.launcher.review.HashedContent;
import dev.bawn.launcher.review.Layers;
import dev.bawn.launcher.review.MergedBase;
import dev.bawn.launcher.review.RawPath;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The merges of a session. Each has its own directory below {@code merges} in the session's
 * workspace, written before it changes any file.
 */
public final class Merges {

  private final SessionRecord record;
  private final String command;
  private final Path project;
  private final Path directory;

  /**
   * @param record of a session with an upper layer and a project
   * @param command the user's command, for a hint to type it again
   */
  public Merges(SessionRecord record, String command) {
    this.record = record;
    this.command = command;
    this.project = record.project().orElseThrow();
    this.directory = beside(record.changes().orElseThrow());
  }

  private static Path beside(Path upper) {
    return directory(upper.getParent());
  }

  /** The directory of all merges of a session. */
  public static Path directory(Path workspace) {
    return workspace.resolve("merges");
  }

  /** The session. */
  public SessionRecord record() {
    return record;
  }

  /**
   * Takes the locks of the session and of the project: no other command works on the changes of the
   * session, and no other session merges into the project or writes it directly.
   *
   * @throws Refused if one does
   */
  public Flock lock() {
    Flock session = WorkspaceLock.take(directory.getParent(), record.name());
    try {
      return session.and(lockProject());
    } catch (Failure e) {
      session.close();
      throw e;
    }
  }

  /** The lock of the project alone, for a command that has the one of the session. */
  public Flock lockProject() {
    try {
      return Flock.take(project)
          .orElseThrow(() ->
              new Refused(
                  "another merge, or a session that writes the project itself, is running in "
                      + Printable.whole(project),
                  "try again when it has ended; list the sessions there: bawn list --project "
                      + ShellQuoting.join(List.of(Printable.whole(project)))));
    } catch (IOException e) {
      if (Files.isSymbolicLink(project)) {
        throw new Refused(
            Printable.whole(project)
                + " is a link now: the project of "
                + record.name()
                + " was moved",
            record.name().isOfAgent()
                ? "remove the link, and move the project back"
                : "move the project back, or start the session once with the link: bawn kill "
                    + record.name()
                    + " && bawn resume "
                    + record.name()
                    + " -- true");
      }
      throw failed("the project cannot be opened", e);
    }
  }

  /** Tells whether a merge or an undo was interrupted, and is neither finished nor rolled back. */
  public boolean isInterrupted() {
    return all().stream().anyMatch(this::isOpen);
  }

  /** Tells whether the interrupted one is an undo. */
  public boolean isUndoInterrupted() {
    try {
      for (MergeDirectory merge : all()) {
        if (isOpen(merge) && merge.isWritten() && merge.read().undoes() > 0) {
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      throw failed("a merge of the session was damaged", e);
    }
  }

  /**
   * Tells whether a merge is unfinished. One that was killed before it staged a file has changed
   * nothing; only the last one can have staged the present files.
   */
  private boolean isOpen(MergeDirectory merge) {
    if (!merge.isWritten()) {
      return isStaged() && merge.equals(all().getLast());
    }
    State state = stateOf(merge);
    return state == State.BEGUN || state == State.APPLIED;
  }

  private List<MergeDirectory> all() {
    return all(directory);
  }

  private static List<MergeDirectory> all(Path directory) {
    if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
      return List.of();
    }
    try (Stream<Path> entries = Files.list(directory)) {
      return entries
          .map(MergeDirectory::new)
          .sorted(Comparator.comparingInt(MergeDirectory::number))
          .toList();
    } catch (IOException | UncheckedIOException | NumberFormatException e) {
      throw new Failed("the merges of the session cannot be read", "see: ls -lR " + directory);
    }
  }

  /**
   * Finishes an interrupted undo, and an interrupted merge whose files are all in place; rolls any
   * other merge back. The caller holds the lock.
   *
   * @return empty if nothing was interrupted
   */
  public Optional<Recovery> recover() {
    Optional<Recovery> told = Optional.empty();
    for (MergeDirectory merge : all()) {
      if (isOpen(merge)) {
        requireSameProject();
        told = Optional.of(recover(merge));
      }
    }
    return told;
  }

  /** Tells whether a merge was interrupted in another directory than the present project. */
  public boolean isInterruptedElsewhere() {
    return interruptedElsewhere().isPresent();
  }

  private Optional<MergeDirectory> interruptedElsewhere() {
    if (isStaged()) {
      return Optional.empty();
    }
    return all().stream()
        .filter(this::isOpen)
        .filter(merge -> merge.isElsewhere(project).orElseGet(record::isOnAnotherProject))
        .findFirst();
  }

  private void requireSameProject() {
    Optional<MergeDirectory> elsewhere = interruptedElsewhere();
    if (elsewhere.isPresent()) {
      throw new Refused(
          Printable.whole(project)
              + " was replaced by another directory since a merge of "
              + record.name()
              + " was interrupted",
          "put the earlier directory back, with its "
              + Staging.name(record.name()).bytes()
              + ", then: "
              + command
              + "; or give the merge up: "
              + (record.name().isOfAgent()
                  ? ShellQuoting.join(List.of("rm", "-r", elsewhere.get().path().toString()))
                  : "bawn destroy " + record.name() + " --force"));
    }
  }

  /**
   * The result of the recovery of an interrupted merge or undo.
   *
   * @param told a message
   * @param undone the changes that the recovery undid, for an undo command; empty if that command
   *     still has a merge to undo
   */
  public record Recovery(String told, Optional<Outcome> undone) {

    private static Recovery takenBack(String told) {
      return new Recovery(told, Optional.of(new Outcome(List.of(), List.of())));
    }

    private static Recovery undo(Outcome outcome, LeftPaths changed) {
      String left = LeftPaths.shown(outcome.waiting().stream().map(Waiting::path).toList());
      return new Recovery(
          "an interrupted undo was finished"
              + (left.isEmpty() ? "" : ", except for: " + left)
              + changed.versionsShown(),
          Optional.of(outcome));
    }

    private static Recovery takenBack(LeftPaths left, MergeDirectory merge) {
      return takenBack(
          "an interrupted merge was taken back"
              + (left.areNone() ? "" : ", except files that changed since: " + left.shown())
              + (left.before()
                  ? "; the files before the merge are in " + Printable.whole(merge.old())
                  : "")
              + left.versionsShown());
    }
  }

  private Recovery recover(MergeDirectory merge) {
    try (Staging staging = Staging.in(project, record.name())) {
      if (!merge.isWritten()) {
        abandon(merge, staging);
        return Recovery.takenBack("an interrupted merge had changed nothing");
      }
      Journal journal = merge.read();
      JournalExecution execution = execution(staging, merge, journal);
      if (journal.undoes() > 0) {
        return finishUndo(merge, journal, execution, staging);
      }
      if (merge.state() == State.APPLIED) {
        finish(merge, journal, execution, staging);
        String lost = LeftPaths.shown(lost(merge, journal));
        return new Recovery(
            "an interrupted merge was finished"
                + (lost.isEmpty()
                    ? ""
                    : ", but "
                        + Staging.name(record.name()).bytes()
                        + " had been removed with the files that the merge replaced: "
                        + lost),
            Optional.empty());
      }
      boolean isStaged = staging.isThere();
      LeftPaths left = takeBack(merge, journal, execution, staging);
      return isStaged || left.areNone()
          ? Recovery.takenBack(left, merge)
          : Recovery.takenBack(
              "an interrupted merge was taken back, except for: "
                  + left.shown()
                  + "; "
                  + Staging.name(record.name()).bytes()
                  + " had been removed with the files before the merge");
    } catch (IOException e) {
      throw failed("an interrupted merge can be neither finished nor taken back", e);
    }
  }

  /** The files that a merge replaced or removed, and that are not kept. */
  private static List<RawPath> lost(MergeDirectory merge, Journal journal) {
    return journal.steps().stream()
        .filter(step -> !step.isOfDirectory() && !step.before().isNothing())
        .filter(step -> !step.changesNothing())
        .filter(step -> !merge.has(step))
        .map(MergeStep::path)
        .toList();
  }

  private Recovery finishUndo(
      MergeDirectory merge, Journal journal, JournalExecution execution, Staging staging) {
    Outcome finished;
    LeftPaths left;
    boolean isLeft;
    try {
      List<MergeStep> steps = stepsBefore(merge, journal);
      if (merge.state() == State.BEGUN) {
        // the undo is first rolled back: others may have changed the files on which it decided
        left = takeBack(merge, journal, execution, staging);
        Set<RawPath> changed = Set.copyOf(left.paths());
        new JournalExecution(staging, steps, merge).closeOpened();
        finished =
            new Outcome(
                Applied.of(steps.stream().filter(step -> changed.contains(step.path())).toList()),
                List.of());
        isLeft = !standing(steps, changed).isEmpty();
      } else {
        finished = finishUndo(merge, journal, steps, execution, staging);
        Set<RawPath> all =
            journal.steps().stream().map(MergeStep::path).collect(Collectors.toSet());
        left = LeftPaths.of(all, merge, journal.steps(), staging);
        isLeft = !journal.waiting().isEmpty();
      }
    } catch (IOException e) {
      throw failed("an interrupted undo cannot be finished", e);
    }
    return Recovery.undo(isLeft ? finished.and(undo(Map::of)) : finished, left);
  }

  /** The paths of a merge that stay merged after an undo of others. */
  private static Set<RawPath> standing(List<MergeStep> steps, Collection<RawPath> undone) {
    return steps.stream()
        .filter(step -> !step.changesNothing())
        .map(MergeStep::path)
        .filter(path -> !undone.contains(path))
        .collect(Collectors.toSet());
  }

  /** The steps of the merge that an undo undoes, as they were before it. */
  private List<MergeStep> stepsBefore(MergeDirectory undo, Journal journal) throws IOException {
    List<MergeDirectory> earlier =
        all().stream().filter(each -> each.number() < undo.number()).toList();
    return StandingMerge.among(earlier).stream()
        .filter(each -> each.number() == journal.undoes())
        .findFirst()
        .map(StandingMerge::steps)
        .orElse(numbered(journal.undoes()).read().steps());
  }

  private Outcome finishUndo(
      MergeDirectory merge,
      Journal journal,
      List<MergeStep> steps,
      JournalExecution execution,
      Staging staging)
      throws IOException {
    List<MergeStep> undone = new ArrayList<>();
    List<MergeStep> others = new ArrayList<>();
    for (MergeStep step : steps) {
      if (!step.changesNothing()) {
        (journal.waits(step.path()) || isKeptDirectory(step, staging) ? others : undone).add(step);
      }
    }
    new JournalExecution(staging, others, merge).closeOpened();
    finish(merge, journal, execution, staging);
    return new Outcome(Applied.of(undone), List.of());
  }

  /** Tells whether a directory that the merge made stays, since others have put files into it. */
  private static boolean isKeptDirectory(MergeStep step, Staging staging) throws IOException {
    return step.before().isNothing()
        && step.after().is(FileKind.DIRECTORY)
        && staging.kind(step.path()).filter(FileKind.DIRECTORY::equals).isPresent();
  }

  private MergeDirectory numbered(int number) {
    return new MergeDirectory(directory.resolve(Integer.toString(number)));
  }

  /**
   * Merges changes; of reviewed paths only the version that was seen. The caller holds the lock,
   * and no merge is interrupted.
   *
   * @param moves the files that the session moved, each new path with the old one
   * @param approvals for each path that was reviewed
   * @param isTrial whether to change nothing
   * @param markers whether a conflict in a text is written into the file
   */
  public Outcome merge(
      Layers layers,
      List<Change> changes,
      Map<RawPath, RawPath> moves,
      Map<RawPath, Approval> approvals,
      boolean isTrial,
      boolean markers,
      long uid)
      throws IOException {
    if (!layers.areStillAt(record.changes().orElseThrow())) {
      throw WorkspaceLock.missing(record.name());
    }
    long room = Files.getFileStore(project).getUsableSpace();
    MergeDecisions decisions =
        new MergeDecisions(layers, record.name().text(), markers, uid, room, approvals, moves);
    decisions.decide(changes);
    List<MergeStep> steps = moved(decisions.steps(), moves);
    if (!isTrial && !steps.isEmpty()) {
      requireFree();
      carryOut(next(), new Journal(0, steps), decisions::content);
    }
    return new Outcome(Applied.of(steps), decisions.waiting());
  }

  /** Marks the steps of moved files: the merge creates the new path and removes the old one. */
  private static List<MergeStep> moved(List<MergeStep> steps, Map<RawPath, RawPath> moves) {
    Set<RawPath> removed = new HashSet<>();
    for (MergeStep step : steps) {
      if (step.after().isNothing()) {
        removed.add(step.path());
      }
    }
    return steps.stream()
        .map(step ->
            step.before().isNothing() && removed.contains(moves.get(step.path()))
                ? step.movedFrom(moves.get(step.path()))
                : step)
        .toList();
  }

  /** The source of the content of a step. */
  @FunctionalInterface
  private interface Contents {
    Staging.Content of(MergeStep step);
  }

  private JournalExecution execution(Staging staging, MergeDirectory merge, Journal journal) {
    return journal.undoes() > 0
        ? new JournalExecution(staging, journal.steps(), merge, numbered(journal.undoes()))
        : new JournalExecution(staging, journal.steps(), merge);
  }

  private void carryOut(MergeDirectory merge, Journal journal, Contents contents) {
    try (Staging staging = Staging.in(project, record.name())) {
      Journal staged = prepare(merge, journal, staging, contents);
      JournalExecution execution = execution(staging, merge, staged);
      try {
        execution.carryOut();
        staging.sync();
        merge.enter(State.APPLIED);
      } catch (IOException e) {
        throw takenBack(journal, takeBackAfter(e, merge, staged, execution, staging), e);
      }
      finish(merge, staged, execution, staging);
    } catch (IOException e) {
      throw takenBack(journal, LeftPaths.NONE, e);
    }
  }

  /** The failure after a merge or an undo was rolled back. */
  private Failure takenBack(Journal journal, LeftPaths left, IOException e) {
    boolean isUndo = journal.undoes() > 0;
    String what;
    if (left.areNone()) {
      what = isUndo ? "nothing was restored" : "nothing was merged";
    } else {
      what =
          (isUndo ? "the undo" : "the merge")
              + " was taken back, except for files that changed meanwhile: "
              + left.shown();
    }
    String end = what + left.versionsShown();
    return e instanceof ChangedMeanwhile
        ? new Failed(e.getMessage() + ", so " + end, "try again: " + command)
        : failed(end, inProject(e));
  }

  /** Stages the new files of the project, and writes the journal. */
  private Journal prepare(MergeDirectory merge, Journal journal, Staging staging, Contents contents)
      throws IOException {
    try {
      merge.make(project);
      List<MergeStep> steps = stage(merge, journal, staging, contents);
      Journal staged = new Journal(journal.undoes(), steps, journal.waiting());
      merge.write(staged);
      return staged;
    } catch (IOException | UncheckedIOException e) {
      abandon(merge, staging);
      throw e;
    }
  }

  /**
   * Refuses a staging directory that no merge of this session left: it belongs to the user, or to
   * another session.
   */
  private void requireFree() {
    if (isStaged()) {
      throw new Refused(
          Printable.whole(staged())
              + " already exists, and no merge of "
              + record.name()
              + " made it",
          "inspect it, and move it out of the project: ls -lA " + Printable.whole(project));
    }
  }

  private boolean isStaged() {
    return Files.exists(staged(), LinkOption.NOFOLLOW_LINKS);
  }

  /** The directory in which a merge stages files; a killed merge leaves it there. */
  public Path staged() {
    return project.resolve(Staging.name(record.name()).bytes());
  }

  private LeftPaths takeBackAfter(
      IOException why,
      MergeDirectory merge,
      Journal journal,
      JournalExecution execution,
      Staging staging) {
    try {
      return takeBack(merge, journal, execution, staging);
    } catch (IOException e) {
      e.addSuppressed(why);
      throw failed(
          journal.undoes() > 0
              ? "the undo is incomplete; the next 'bawn undo' finishes it"
              : "the merge is incomplete; the next 'bawn merge' or 'bawn undo' takes it back",
          inProject(e));
    }
  }

  /**
   * The directory of a new merge. Removes what is left of merges and undos that were killed before
   * they changed anything.
   */
  private MergeDirectory next() throws IOException {
    for (MergeDirectory each : all()) {
      if (!each.isWritten()) {
        each.remove();
      }
    }
    List<MergeDirectory> all = all();
    return numbered(all.isEmpty() ? 1 : all.getLast().number() + 1);
  }

  /**
   * Stages the files of the steps. The session's versions are kept, as the base of its later
   * changes.
   */
  private List<MergeStep> stage(
      MergeDirectory merge, Journal journal, Staging staging, Contents contents)
      throws IOException {
    List<MergeStep> steps = new ArrayList<>();
    staging.make();
    try (OpenDirectory bases = OpenDirectory.at(merge.session())) {
      for (MergeStep step : journal.steps()) {
        if (step.isOfDirectory() || step.after().isNothing()) {
          steps.add(step);
          continue;
        }
        Staging.Put put = staging.put(step, contents.of(step));
        steps.add(step.with(put.version()));
        if (put.base().isPresent()) {
          try {
            bases.create(step.name(), new ByteArrayInputStream(put.base().get()), 0_600);
          } catch (FileSystemException e) {
            throw Staging.in(merge.session(), step, e);
          }
        }
      }
    }
    staging.sync();
    return steps;
  }

  /** Removes the directories of a merge that has changed nothing yet. */
  private static void abandon(MergeDirectory merge, Staging staging) throws IOException {
    staging.remove();
    merge.remove();
  }

  /**
   * Rolls a merge back. Its journal stays: a restored file is the base again, with another change
   * time. A file that an undo restored and others have changed since counts as undone; all other
   * files of that undo are rolled back.
   */
  private LeftPaths takeBack(
      MergeDirectory merge, Journal journal, JournalExecution execution, Staging staging)
      throws IOException {
    List<RawPath> left = execution.takeBack();
    if (journal.undoes() > 0 && !left.isEmpty()) {
      List<MergeStep> done =
          journal.steps().stream().filter(step -> left.contains(step.path())).toList();
      Journal finished =
          new Journal(journal.undoes(), done, standing(stepsBefore(merge, journal), left));
      merge.write(finished);
      merge.enter(State.APPLIED);
      finish(merge, finished, execution, staging);
    } else {
      execution.keep();
      staging.remove();
      merge.enter(State.ABANDONED);
    }
    return LeftPaths.of(left, merge, journal.steps(), staging);
  }

  private void finish(
      MergeDirectory merge, Journal journal, JournalExecution execution, Staging staging)
      throws IOException {
    try {
      execution.keep();
    } catch (IOException e) {
      throw new Failed(
          (journal.undoes() > 0 ? "all was restored" : "all was merged")
              + ", but the replaced files cannot be kept in the session: "
              + Printable.of(String.valueOf(e.getMessage())),
          "free disk space, then: " + command);
    }
    staging.remove();
    if (journal.undoes() > 0) {
      if (journal.waiting().isEmpty()) {
        numbered(journal.undoes()).enter(State.UNDONE);
      }
      merge.enter(State.UNDONE);
    } else {
      merge.enter(State.DONE);
    }
  }

  /**
   * Finds the merged files that others took back in the project, and then perhaps edited. The value
   * is the number of the earliest merge that was taken back.
   */
  @FunctionalInterface
  public interface TakenBack {
    Map<RawPath, Integer> numbers() throws IOException;
  }

  /**
   * Undoes the last merge, for all files that are still as it left them; the others stay merged.
   * The caller holds the lock, and no merge is interrupted.
   *
   * @param takenBack is called only for a file that is not as a merge left it
   * @throws NotFound if there is no merge
   */
  public Outcome undo(TakenBack takenBack) {
    try {
      List<StandingMerge> standing = StandingMerge.among(all());
      if (standing.isEmpty()) {
        throw new NotFound(
            record.name() + " has no merge to undo",
            "see its changes: bawn status " + record.name());
      }
      for (StandingMerge last : standing.reversed()) {
        if (!last.changesNothing()) {
          return undo(last, MergedPath.of(standing), takenBack);
        }
        // the project already had all of it: an undo only makes the session's changes changes again
        last.directory().enter(State.UNDONE);
      }
    } catch (IOException e) {
      throw failed("the merge cannot be taken back", e);
    }
    return new Outcome(List.of(), List.of());
  }

  private Outcome undo(StandingMerge last, Map<RawPath, MergedPath> merged, TakenBack takenBack)
      throws IOException {
    requireFree();
    requireMerged(last);
    MergeDirectory merge = next();
    boolean isCarriedOut = false;
    try (Staging staging = Staging.in(project, record.name())) {
      begin(merge, last.number());
      JournalExecution execution = new JournalExecution(staging, last.steps(), merge);
      Map<RawPath, Integer> closed = execution.openDirectories();
      try {
        Undo undo = new Undo(staging, merged, last.directory(), closed, takenBack);
        undo.plan(last.steps());
        if (undo.isFutile()) {
          return new Outcome(List.of(), undo.waiting()); // the merge can be undone later
        }
        isCarriedOut = true;
        restore(merge, last, undo);
        undo.undone().forEach(step -> closed.remove(step.path()));
        return new Outcome(Applied.of(undo.undone()), undo.waiting(), undo.replaced());
      } finally {
        execution.closeDirectories(closed);
      }
    } finally {
      if (!isCarriedOut) {
        merge.remove();
      }
    }
  }

  /** Writes down, before the first change, that this is an undo and no merge. */
  private void begin(MergeDirectory undo, int merge) throws IOException {
    undo.make(project);
    undo.write(new Journal(merge, List.of()));
  }

  private void restore(MergeDirectory merge, StandingMerge last, Undo undo) throws IOException {
    try (OpenDirectory old = OpenDirectory.at(last.directory().old())) {
      carryOut(
          merge,
          new Journal(last.number(), undo.back(), undo.staying(last.steps())),
          step ->
              (to, name) ->
                  new Staging.Put(
                      Staging.copy(old, name, to, step.after().mode()).version(),
                      Optional.empty()));
    }
  }

  /**
   * Refuses an undo in another directory at the project's path, unless that is a copy in which all
   * files are as the merge left them.
   */
  private void requireMerged(StandingMerge last) {
    if (record.isOnAnotherProject() && !isCopied(last)) {
      throw new Refused(
          project + " was replaced by another directory since the merge",
          "put the earlier directory back, then undo; the replaced files are in "
              + last.directory().path());
    }
  }

  private boolean isCopied(StandingMerge merge) {
    Set<RawPath> paths = standing(merge.steps(), Set.of());
    return merge.steps().stream()
            .anyMatch(step -> !step.changesNothing() && !step.after().isNothing())
        && leftAsMerged(paths).equals(paths);
  }

  /** The paths among these at which the project has the version that the last merge left. */
  public Set<RawPath> leftAsMerged(Collection<RawPath> paths) {
    Set<RawPath> left = new HashSet<>();
    try (Staging staging = Staging.reading(project)) {
      Map<RawPath, MergedPath> merged = MergedPath.of(StandingMerge.among(all()));
      for (RawPath path : paths) {
        if (merged.containsKey(path)
            && staging.project(path).equals(merged.get(path).last().after())) {
          left.add(path);
        }
      }
    } catch (IOException e) {
      return left; // the remaining paths are unknown
    }
    return left;
  }

  /**
   * Tells whether the project no longer has what a merge brought to a path, nor a later edit of it:
   * it has nothing there, a version from before a merge, or the version of the session.
   */
  public boolean hasLeft(RawPath path, Layers layers) throws IOException {
    MergedPath merged = MergedPath.of(StandingMerge.among(all())).get(path);
    if (merged == null) {
      return false;
    }
    try (Staging staging = Staging.reading(project)) {
      Version now = staging.project(path);
      return switch (merged.standing(now)) {
        case MERGED -> false;
        case TAKEN_BACK -> true;
        case CHANGED -> now.isNothing() || now.is(FileKind.FILE) && isSessions(path, now, layers);
      };
    }
  }

  private static boolean isSessions(RawPath path, Version version, Layers layers)
      throws IOException {
    return layers.session(path).filter(there -> there.is(FileKind.FILE)).isPresent()
        && version
            .hash()
            .equals(layers.readSession(path, file -> file.digest(HashedContent.digest())));
  }

  /** The number of undos that undo this merge and all later ones. */
  public int undos(int number) throws IOException {
    return (int)
        StandingMerge.among(all()).stream()
            .filter(merge -> merge.number() >= number && !merge.changesNothing())
            .count();
  }

  /** The files that only this session has, because of its merges. */
  public OnlyCopies onlyCopies(Layers layers) throws IOException {
    try (Staging staging = Staging.reading(project)) {
      return OnlyCopies.of(all(), staging, record.changes().orElseThrow(), layers);
    }
  }

  /**
   * The directory in which merges keep the replaced files, and an undo the files that it removed.
   */
  public Path directory() {
    return directory;
  }

  /** The paths of the merges that are not undone. */
  public Set<RawPath> paths() throws IOException {
    return MergedPath.of(StandingMerge.among(all())).keySet();
  }

  /** SHA-256 of the files in merges that are not undone. */
  public Set<String> brought() throws IOException {
    return StandingMerge.among(all()).stream()
        .flatMap(merge -> merge.steps().stream())
        .map(step -> step.session().hash())
        .collect(Collectors.toSet());
  }

  private static State stateOf(MergeDirectory merge) {
    try {
      return merge.state();
    } catch (IOException e) {
      throw failed("a merge was damaged: " + merge.path(), e);
    }
  }

  /** The bases of the session's later changes, by path. */
  public static Map<RawPath, MergedBase> bases(Path upper) {
    try {
      return MergedBases.of(all(beside(upper)));
    } catch (IOException e) {
      throw failed("a merge of the session was damaged", e);
    }
  }

  /** Records that a discard removes the session's version of these merged paths. */
  static void discard(Path upper, Predicate<RawPath> paths) throws IOException {
    for (StandingMerge merge : StandingMerge.among(all(beside(upper)))) {
      merge
          .directory()
          .discard(
              merge.steps().stream()
                  .map(MergeStep::path)
                  .filter(paths)
                  .collect(Collectors.toSet()));
    }
  }

  private static Failure failed(String what, IOException e) {
    Failed cause = Failed.of(e);
    return new Failed(
        what + ": " + Printable.of(cause.what()),
        e instanceof AtomicMoveNotSupportedException
            ? "unmount the file system that is mounted in the project, then try again"
            : cause.hint().isEmpty() ? "is the disk full or read-only?" : cause.hint());
  }

  /** As it is, but with the whole path of a file in the project. */
  private IOException inProject(IOException e) {
    return e instanceof AccessDeniedException denied && !denied.getFile().startsWith("/")
        ? new AccessDeniedException(project + "/" + denied.getFile())
        : e;
  }
}
