package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Count;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.engine.SessionState;
import dev.bawn.launcher.linux.Flock;
import dev.bawn.launcher.merge.Applied;
import dev.bawn.launcher.merge.Merges;
import dev.bawn.launcher.merge.Outcome;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.review.Layers;
import dev.bawn.launcher.review.RawPath;
import dev.bawn.launcher.sessions.ListedSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The merges of a session: finishes interrupted ones, and warns of what a user should know before
 * another.
 */
final class SessionMerges {

  private static final int SHOWN = 3;

  private SessionMerges() {}

  /**
   * The merges of a session.
   *
   * @param typed the command that merges, for a hint to type it again
   * @throws Refused if it has nothing that could be merged
   */
  static Merges of(SessionRecord record, Typed typed) {
    if (record.changes().isEmpty()) {
      throw RecordedChanges.nothingApart(record);
    }
    RecordedChanges.requireSomeProject(record);
    RecordedChanges.requireProject(record);
    if (record.name().isOfAgent()) {
      AgentOverlay.requireOwn(record);
    }
    return new Merges(record, typed.line());
  }

  /** Finishes an interrupted merge or undo, or rolls the merge back. */
  static Optional<Merges.Recovery> settle(Merges merges, Surroundings here) {
    return settle(merges, merges::lock, here);
  }

  /** The same for a caller that has {@link NamedSession#changesLock}. */
  static Optional<Merges.Recovery> settleLocked(Merges merges, Surroundings here) {
    return settle(merges, merges::lockProject, here);
  }

  private static Optional<Merges.Recovery> settle(
      Merges merges, Supplier<Flock> locked, Surroundings here) {
    if (!merges.isInterrupted()) {
      return Optional.empty();
    }
    try (Flock _ = locked.get()) {
      Optional<Merges.Recovery> recovery = merges.recover();
      recovery.ifPresent(each -> here.note("bawn: " + each.told()));
      recovery
          .flatMap(Merges.Recovery::undone)
          .ifPresent(undone -> tellOnlyCopies(undone, merges, here));
      return recovery;
    }
  }

  /**
   * Warns that the agent may no longer have these files: a sync removes changes of an agent that
   * the project has.
   */
  static void tellOnlyCopies(Outcome undone, Merges merges, Surroundings here) {
    SessionRecord record = merges.record();
    if (!record.name().isOfAgent()) {
      return;
    }
    List<String> gone =
        RecordedChanges.changesLeft(
                record,
                (layers, _) -> {
                  List<String> paths = new ArrayList<>();
                  for (Applied each : undone.done()) {
                    if (!each.isRemoval() && layers.session(each.path()).isEmpty()) {
                      paths.add(each.path().shown());
                    }
                  }
                  return paths;
                })
            .orElse(List.of());
    if (!gone.isEmpty()) {
      here.note(
          "bawn: the agent's version of "
              + Count.first(gone, SHOWN)
              + " exists only below "
              + Printable.whole(merges.directory())
              + ", because a sync removed it from the overlay");
    }
  }

  /** Warns if the project's path leads to another directory by now. */
  static void warnOfAnotherProject(SessionRecord record, Surroundings here) {
    Path project = record.project().orElse(Path.of("/"));
    if (record.isOnAnotherProject() && Files.isDirectory(project)) {
      here.note(
          "bawn: warning: "
              + Printable.whole(project)
              + (Files.isSymbolicLink(project)
                  ? " became a link since "
                  : " was replaced by another directory since ")
              + record.name()
              + " began");
    }
  }

  /** Warns that a merge may bring other contents than those that the user read before. */
  static void warnOfRunning(ListedSession.Intact session, Surroundings here) {
    boolean mayWrite =
        switch (session.state()) {
          case SessionState.Running(_, _, var isPaused) -> !isPaused;
          case SessionState.OfAgent(var isRunning, _) -> isRunning;
          default -> false;
        };
    if (mayWrite) {
      here.note(
          "bawn: warning: "
              + session.name()
              + " is running, and may have changed its files since you read them; to merge exactly"
              + " what you see: bawn review "
              + session.name());
    }
  }

  /** Warns if the project has only a part of a merge. */
  static void warnOfInterrupted(SessionRecord record, Surroundings here) {
    if (record.changes().isEmpty() || record.project().isEmpty()) {
      return;
    }
    String undo = "bawn undo " + record.name();
    Merges merges = new Merges(record, undo);
    if (merges.isInterruptedElsewhere()) {
      here.note(
          "bawn: warning: "
              + Printable.whole(record.project().get())
              + " was replaced by another directory since a merge of "
              + record.name()
              + " was interrupted; for what to do: "
              + undo);
    } else if (merges.isInterrupted()) {
      boolean isUndo = merges.isUndoInterrupted();
      here.note(
          "bawn: warning: "
              + (isUndo ? "an undo of " : "a merge of ")
              + record.name()
              + " was interrupted or is still running in "
              + Printable.whole(merges.staged())
              + "; to "
              + (isUndo ? "finish it: " : "take it back: ")
              + undo);
    }
  }

  /** Warns of merged files that others took back in the project: they are not listed as changes. */
  static void warnOfTakenBack(SessionRecord record, Layers layers, Surroundings here)
      throws IOException {
    SortedMap<RawPath, Integer> files = new TreeMap<>(layers.takenBack());
    if (files.isEmpty() || new Merges(record, "").isInterrupted()) {
      return; // after a killed undo or merge, warnOfInterrupted() says what to do
    }
    here.note(
        "bawn: warning: after a merge of %s, its changes to %s were taken back in the project; %s"
            .formatted(
                record.name(),
                Count.first(files.keySet().stream().map(RawPath::shown).toList(), SHOWN),
                again(record, Collections.min(files.values()))));
  }

  /**
   * The way to merge changes again that others took back.
   *
   * @param first the first merge that brought one of them
   */
  private static String again(SessionRecord record, int first) throws IOException {
    String undo = "bawn undo " + record.name();
    Merges merges = new Merges(record, undo);
    if (record.name().isOfAgent()) {
      // a sync may have dropped the other changes of these merges
      return "the merged versions are below " + Printable.whole(merges.directory());
    }
    if (record.isOnAnotherProject()) {
      // an undo refuses the other directory
      return "the session's versions are below " + Printable.whole(record.changes().orElseThrow());
    }
    List<String> again = new ArrayList<>(Collections.nCopies(merges.undos(first), undo));
    again.add("bawn merge " + record.name() + " --all");
    return "to merge them again: " + String.join(" && ", again);
  }
}
