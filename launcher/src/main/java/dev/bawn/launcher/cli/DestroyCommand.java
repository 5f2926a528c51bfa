package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Count;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.ShellQuoting;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.Failure;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.commits.CommittedFiles;
import dev.bawn.launcher.commits.KeptContents;
import dev.bawn.launcher.commits.LargeFiles;
import dev.bawn.launcher.commits.MissingCommits;
import dev.bawn.launcher.commits.StagedFile;
import dev.bawn.launcher.commits.StagedFiles;
import dev.bawn.launcher.linux.Flock;
import dev.bawn.launcher.merge.Merges;
import dev.bawn.launcher.merge.OnlyCopies;
import dev.bawn.launcher.record.AgentProject;
import dev.bawn.launcher.record.History;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.review.Change;
import dev.bawn.launcher.review.Layers;
import dev.bawn.launcher.review.RawPath;
import dev.bawn.launcher.review.Reviewed;
import dev.bawn.launcher.screen.OpenDecisions;
import dev.bawn.launcher.sessions.Destruction;
import dev.bawn.launcher.sessions.ListedSession;
import dev.bawn.launcher.sessions.OwnerRights;
import dev.bawn.launcher.workspace.BaseDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * {@code destroy NAME...}: removes sessions and their changes, all or none. Their homes stay, since
 * other sessions may use them.
 */
final class DestroyCommand implements Command {

  private static final String FORCE = "--force";
  private static final String IGNORED = "--ignored";
  private static final int SHOWN = 3;
  private static final int LONGEST_NAME = 100;
  private static final int MOST_COPIES = 10;

  /**
   * The reason why a session stays.
   *
   * @param isOfIgnoredAlone whether the session stays because of files that git ignores, and of
   *     nothing else
   */
  record Kept(Failure failure, boolean isOfIgnoredAlone) {}

  /**
   * Removes a session, if no work is lost.
   *
   * @return the reason why it stays; empty if it was removed, also by another command meanwhile
   * @throws Refused if something cannot be read
   */
  static Optional<Kept> withoutLoss(NamedSession session, Typed typed, Surroundings here) {
    return ifThere(
        session,
        () -> {
          Optional<Kept> kept = kept(session, typed, here);
          if (kept.isEmpty()) {
            remove(session, here);
          }
          return kept;
        });
  }

  /**
   * The reason why {@link #withoutLoss} would not remove a session; empty if it would.
   *
   * @throws Refused if something cannot be read
   */
  static Optional<Kept> loss(NamedSession session, Typed typed, Surroundings here) {
    return ifThere(session, () -> kept(session, typed, here));
  }

  private static Optional<Kept> ifThere(NamedSession session, Supplier<Optional<Kept>> decision) {
    try {
      session.requireRested();
      NamedSession.requireRemovable(session.listed());
      return locked(session, decision);
    } catch (Failure e) {
      if (session.exists()) {
        throw e;
      }
      return Optional.empty();
    }
  }

  private static Optional<Kept> kept(NamedSession session, Typed typed, Surroundings here) {
    Lost lost = settledLoss(session, typed, here, true);
    if (lost.isUnknown()) {
      throw unreadable(session);
    }
    return refusal(lost, session, here).map(reason -> new Kept(reason, lost.isOfIgnoredAlone()));
  }

  /** Decides about a session while no merge of it runs, and no start of it. */
  private static <T> T locked(NamedSession session, Supplier<T> decision) {
    try (Flock _ = session.changesLock();
        Flock _ = session.restingLock()) {
      return decision.get();
    }
  }

  private static Refused unreadable(NamedSession session) {
    return new Refused(
        "session '" + session.name() + "' has files or directories that you cannot read",
        "bawn destroy reads them, and refuses if work would be lost: bawn destroy "
            + session.name());
  }

  @Override
  public CommandSpec spec() {
    return Parameters.command()
        .addPositional(NamedSession.several())
        .addOption(
            Parameters.flag(FORCE, "remove them even if they have unmerged work or are damaged"))
        .addOption(ignored());
  }

  /** The option of each command that removes sessions with files that git ignores. */
  static OptionSpec ignored() {
    return Parameters.flag(
        IGNORED,
        "also remove a session if all of its unmerged files match the .gitignore files that the project had when the session started");
  }

  @Override
  public List<String> examples() {
    return List.of(
        "bawn destroy app-1", "bawn destroy app-1 --ignored", "bawn destroy app-1 app-2 --force");
  }

  @Override
  public int run(Typed typed, Surroundings here) {
    List<NamedSession> sessions = NamedSession.each(typed.words(), here);
    requireAll(sessions, typed, here);
    List<AgentProject> workers = workers(sessions);
    if (!remove(sessions, typed, here, !typed.has(FORCE))) {
      OptionalInt again = OwnerRights.runAgain();
      if (again.isPresent()) {
        return again.getAsInt();
      }
      remove(sessions, typed, here, false);
    }
    sessions.forEach(session -> here.err().println("removed " + session.name()));
    workers.forEach(worker -> here.note(kept(worker)));
    return 0;
  }

  /** The agents of these sessions, each project once. */
  private static List<AgentProject> workers(List<NamedSession> sessions) {
    return sessions.stream()
        .filter(session -> session.listed() instanceof ListedSession.Intact)
        .flatMap(session -> session.intact().record().agent().stream())
        .distinct()
        .toList();
  }

  /** The line about the files of an agent, of whose session only the record is removed. */
  static String kept(AgentProject worker) {
    return "bawn: the files of "
        + worker.agent()
        + " on "
        + worker.project()
        + " stay; bawn removes only the record and the log of a session of an agent";
  }

  /**
   * Examines all sessions, before the first is removed.
   *
   * @throws Failure the last refusal, with the earlier ones suppressed
   */
  private static void requireAll(List<NamedSession> sessions, Typed typed, Surroundings here) {
    List<Failure> refusals = new ArrayList<>();
    for (NamedSession session : sessions) {
      try {
        session.requireHere();
        session.requireRested();
        if (!typed.has(FORCE)) {
          NamedSession.requireRemovable(session.listed());
          if (sessions.size() > 1) {
            locked(session, () -> losesNothing(session, typed, here, true));
          }
        }
      } catch (Failure e) {
        refusals.add(e);
      }
    }
    Failure.throwAll(refusals);
  }

  /**
   * Removes all sessions, if no work is lost: all of them are locked and examined first.
   *
   * @param stopsAtClosed whether to stop at a file that its owner may not read
   * @return whether it did not stop; if it stopped, it has removed no session
   */
  private static boolean remove(
      List<NamedSession> sessions, Typed typed, Surroundings here, boolean stopsAtClosed) {
    if (sessions.isEmpty()) {
      return true;
    }
    NamedSession session = sessions.getFirst();
    return locked(
        session,
        () -> {
          boolean isRemoved =
              losesNothing(session, typed, here, stopsAtClosed)
                  && remove(sessions.subList(1, sessions.size()), typed, here, stopsAtClosed);
          if (isRemoved) {
            remove(session, here);
          }
          return isRemoved;
        });
  }

  private static void remove(NamedSession session, Surroundings here) {
    Destruction.of(session.name(), session.places());
    NamedSession.note(session.name(), History.Event.REMOVED, "", here);
  }

  /** Tells whether everything could be read; refuses if work would be lost. */
  private static boolean losesNothing(
      NamedSession session, Typed typed, Surroundings here, boolean stopsAtClosed) {
    Lost lost = settledLoss(session, typed, here, stopsAtClosed);
    if (lost.isUnknown()) {
      return false;
    }
    refusal(lost, session, here)
        .ifPresent(refused -> {
          throw refused;
        });
    return true;
  }

  private static Lost settledLoss(
      NamedSession session, Typed typed, Surroundings here, boolean stopsAtClosed) {
    settle(session, typed, here);
    // an interrupted removal was confirmed before it began
    return typed.has(FORCE) || session.listed().isBeingRemoved()
        ? Lost.NOTHING
        : lost(session, typed, stopsAtClosed);
  }

  /**
   * Finishes or rolls back an interrupted merge: without the session, no command could clean up the
   * project.
   *
   * @throws Refused if a merge or an undo was interrupted: the user should inspect the project
   *     before the session's undo is gone
   */
  private static void settle(NamedSession session, Typed typed, Surroundings here) {
    if (session.listed() instanceof ListedSession.Intact(var record, _)
        && record.changes().isPresent()
        && record.project().filter(Files::isDirectory).isPresent()) {
      Merges merges = new Merges(record, typed.line());
      if (typed.has(FORCE) && merges.isInterruptedElsewhere()) {
        return;
      }
      Optional<Merges.Recovery> recovery = SessionMerges.settleLocked(merges, here);
      if (recovery.isPresent() && !typed.has(FORCE)) {
        throw new Refused(
            record.name() + " was not removed: its last merge or undo had been interrupted",
            "inspect the project first, then: " + typed.line());
      }
    }
  }

  /**
   * The work that only the session has: changed files, references to commits, staged content, and
   * edited texts of a review.
   *
   * @param changes without those that a fetched commit has
   * @param someAreFetched whether fetched commits have changes of the session, which are not in
   *     that list
   * @param ofOthers files in {@code .git} that git did not write
   * @param unread paths in {@code .git} that bawn cannot read
   * @param areDroppable whether {@code --ignored} removes all of the ignored files
   * @param isDropping whether files that git ignored from the start are left out
   */
  private record Unmerged(
      List<Reviewed> changes,
      boolean someAreFetched,
      List<Reviewed> ignored,
      MissingCommits commits,
      List<StagedFile> staged,
      List<RawPath> large,
      List<RawPath> ofOthers,
      List<RawPath> unread,
      OpenDecisions review,
      boolean areDroppable,
      boolean isDropping) {

    /**
     * Finds the unmerged work.
     *
     * @param brought SHA-256 of the merged files
     * @param isDropping whether to leave out files that git ignored from the start
     */
    static Unmerged of(
        SessionRecord record,
        Layers layers,
        List<Change> all,
        Set<String> brought,
        OpenDecisions review,
        boolean isDropping)
        throws IOException {
      Set<RawPath> fromTheStart = layers.ignoredFromTheStart(all);
      Set<RawPath> dropped = isDropping ? fromTheStart : Set.of();
      Map<Boolean, List<Reviewed>> files =
          ChangesOutput.worthALine(Reviewed.all(layers, all)).stream()
              .collect(Collectors.partitioningBy(each -> layers.ignores(each.change())));
      MissingCommits commits = MissingCommits.of(record.changes().orElseThrow(), layers, all);
      List<Reviewed> uncommitted = uncommitted(files.get(false), record, layers, commits.there());
      return new Unmerged(
          uncommitted,
          uncommitted.size() < files.get(false).size(),
          files.get(true).stream().filter(each -> !dropped.contains(each.change().path())).toList(),
          commits,
          StagedFiles.of(record, layers, all, dropped),
          LargeFiles.of(layers, record.changes().orElseThrow(), all).without(brought),
          ofOthers(layers, all),
          unread(layers, all),
          review,
          files.get(true).stream().allMatch(each -> fromTheStart.contains(each.change().path())),
          isDropping);
    }

    private static List<RawPath> ofOthers(Layers layers, List<Change> all) {
      List<RawPath> others = new ArrayList<>();
      for (Change each : all) {
        if (each.statusAfter().isPresent()
            && !each.isDirectory()
            && layers.git().isOfAnother(each.path())) {
          others.add(each.path());
        }
      }
      return others;
    }

    private static List<RawPath> unread(Layers layers, List<Change> all) throws IOException {
      List<RawPath> unread = new ArrayList<>();
      for (Change each : all) {
        if (each instanceof Change.Unclear && layers.git().contain(each.path())) {
          unread.add(each.path());
        }
      }
      return unread;
    }

    private static List<Reviewed> uncommitted(
        List<Reviewed> changes, SessionRecord record, Layers layers, Set<String> commits)
        throws IOException {
      if (changes.isEmpty() || commits.isEmpty()) {
        return changes;
      }
      CommittedFiles committed =
          CommittedFiles.of(layers, BaseDirectory.beside(record.changes().orElseThrow()), commits);
      List<Reviewed> left = new ArrayList<>();
      for (Reviewed each : changes) {
        if (!committed.have(each.change())) {
          left.add(each);
        }
      }
      return left;
    }

    /** The work in words; empty if there is none. */
    String words() {
      List<String> words = new ArrayList<>();
      if (!changes.isEmpty()) {
        words.add(
            ChangesOutput.count(changes)
                + (someAreFetched
                    ? " that no fetched commit has ("
                        + Count.first(
                            changes.stream().map(each -> named(each.change().path())).toList(),
                            SHOWN)
                        + ")"
                    : ""));
      }
      if (!ignored.isEmpty()) {
        long files = ignored.stream().filter(each -> !each.change().isDirectory()).count();
        String what = files == 0 ? "empty directories" : Count.of(files, "file");
        words.add(
            isDropping
                ? what + " that git may not have ignored when the session began"
                : files == 0 ? what + " that git ignores" : Count.of(files, "ignored file"));
      }
      if (!commits.references().isEmpty()) {
        words.add(
            "the commits of "
                + Count.first(
                    commits.references().stream()
                        .map(each ->
                            each.isOfTables()
                                ? "references in the reftable format, which bawn does not read"
                                : each.name().shown())
                        .distinct()
                        .toList(),
                    SHOWN));
      } else if (!commits.areNone()) {
        words.add("more references than bawn reads");
      }
      if (!staged.isEmpty()) {
        words.add(
            "the staged content of "
                + Count.first(staged.stream().map(each -> named(each.path())).toList(), SHOWN));
      }
      if (!large.isEmpty()) {
        words.add(
            "contents of git LFS: "
                + Count.first(large.stream().map(RawPath::shown).toList(), SHOWN));
      }
      if (!ofOthers.isEmpty()) {
        words.add(
            "files of other programs than git: "
                + Count.first(ofOthers.stream().map(DestroyCommand::named).toList(), SHOWN));
      }
      if (!unread.isEmpty()) {
        words.add(
            "paths in .git that bawn cannot read: "
                + Count.first(unread.stream().map(DestroyCommand::named).toList(), SHOWN));
      }
      if (!review.edited().isEmpty()) {
        words.add(
            "the text that you edited in a review of "
                + Count.first(review.edited().stream().map(RawPath::shown).toList(), SHOWN));
      }
      if (!review.drafts().isEmpty()) {
        words.add(
            "text that you edited in a review: "
                + Count.first(
                    review.drafts().stream().map(Path::toString).map(Printable::whole).toList(),
                    SHOWN));
      }
      return String.join(", and ", words);
    }

    /** Tells whether {@code --ignored} removes all of this work. */
    boolean isOfIgnoredAlone() {
      return !isDropping
          && areDroppable
          && !ignored.isEmpty()
          && changes.isEmpty()
          && commits.areNone()
          && staged.isEmpty()
          && large.isEmpty()
          && ofOthers.isEmpty()
          && unread.isEmpty()
          && review.holdNoText();
    }

    private String merge(SessionRecord record) {
      if (changes.isEmpty() || record.project().filter(Files::isDirectory).isEmpty()) {
        return "";
      }
      String all = ": bawn merge " + record.name() + " --all";
      return commits.mayBeFetched() && !commits.areNone()
          ? "; merge the files"
              + all
              + (SessionBundle.isOnlyInSession(record)
                  ? "; write the commits to a file: "
                  : "; fetch the commits: ")
              + SessionBundle.toFetch(record)
          : "; merge them" + all;
    }

    /**
     * The command that shows the work.
     *
     * @param hasMerges whether an undo can bring a merged file back into a review
     */
    String look(SessionRecord record, boolean hasMerges) {
      boolean areNone = changes.isEmpty() && ignored.isEmpty() && commits.areNone();
      if (areNone && staged.isEmpty() && !(ofOthers.isEmpty() && unread.isEmpty())) {
        return "find " + record.changes().orElseThrow() + " -ipath '*/.git/*' -type f";
      }
      if (areNone && staged.isEmpty() && large.isEmpty()) {
        return review.drafts().stream()
            .findFirst()
            .map(draft -> "less " + Printable.whole(draft))
            .orElse(
                (hasMerges ? "bawn undo " + record.name() + " && " : "")
                    + "bawn review "
                    + record.name());
      }
      if (areNone && staged.isEmpty()) {
        return "find " + record.changes().orElseThrow() + " -path '*/lfs/objects/*' -type f";
      }
      if (areNone) {
        return SessionBundle.toShow(record, staged, SHOWN);
      }
      return changes.isEmpty() && ignored.isEmpty() && commits.mayBeFetched()
          ? SessionBundle.toList(record)
          : "bawn status "
              + record.name()
              + (ignored.isEmpty() ? "" : " --ignored")
              + merge(record);
    }
  }

  /**
   * The loss in a removal.
   *
   * @param unmerged the work in words; empty if there is none
   * @param look the command that shows it
   * @param isOfIgnoredAlone whether {@code --ignored} removes it
   * @param only the merged files without another copy
   * @param isUnknown whether a file is unreadable for its owner
   */
  private record Lost(
      String unmerged,
      String look,
      boolean isOfIgnoredAlone,
      Optional<OnlyCopies> only,
      boolean isUnknown) {

    static final Lost NOTHING = new Lost("", "", false, Optional.empty(), false);

    static final Lost UNKNOWN = new Lost("", "", false, Optional.empty(), true);

    boolean isNone() {
      return unmerged.isEmpty() && only.isEmpty() && !isUnknown;
    }

    static Lost of(
        NamedSession session, Layers layers, List<Change> all, Typed typed, boolean stopsAtClosed)
        throws IOException {
      if (stopsAtClosed && all.stream().anyMatch(Change::isClosed)) {
        return UNKNOWN;
      }
      SessionRecord record = session.intact().record();
      boolean hasProject = record.project().filter(Files::isDirectory).isPresent();
      boolean isGone = record.project().isPresent() && !hasProject;
      Optional<Merges> merges =
          hasProject ? Optional.of(new Merges(record, typed.line())) : Optional.empty();
      Optional<OnlyCopies> only =
          hasProject ? Optional.of(merges.get().onlyCopies(layers)) : Optional.empty();
      Set<String> brought = hasProject ? merges.get().brought() : Set.of();
      Set<RawPath> merged = hasProject ? merges.get().paths() : Set.of();
      KeptContents kept = new KeptContents(layers, record.changes().orElseThrow());
      OpenDecisions review =
          OpenDecisions.atTheEnd(
              session.directory().path(),
              merged,
              all,
              (path, text) -> merges.orElseThrow().hasLeft(path, layers) && !kept.keep(text));
      Unmerged unmerged = Unmerged.of(record, layers, all, brought, review, typed.has(IGNORED));
      return new Lost(
          unmerged.words(),
          isGone
              ? "ls -lAR " + record.changes().orElseThrow()
              : unmerged.look(record, !merged.isEmpty()),
          unmerged.isOfIgnoredAlone() && only.filter(copies -> !copies.areNone()).isEmpty(),
          only.filter(copies -> !copies.areNone()),
          false);
    }
  }

  private static Lost lost(NamedSession session, Typed typed, boolean stopsAtClosed) {
    return RecordedChanges.changesLeft(
            session.intact().record(),
            (layers, all) -> Lost.of(session, layers, all, typed, stopsAtClosed))
        .orElse(Lost.NOTHING);
  }

  /** The refusal of a removal that loses work; empty if it loses none. */
  private static Optional<Refused> refusal(Lost lost, NamedSession session, Surroundings here) {
    if (lost.isNone()) {
      return Optional.empty(); // with --force, also for a damaged session
    }
    SessionRecord record = session.intact().record();
    Optional<OnlyCopies> only = lost.only();
    // also if the refusal has another reason: --force removes them
    only.ifPresent(copies -> {
      Path workspace = record.changes().orElseThrow().getParent();
      print(copies.replaced(), workspace, here);
      print(copies.brought(), workspace, here);
    });
    String unmerged = lost.unmerged();
    if (!unmerged.isEmpty()) {
      boolean gone = record.project().isPresent() && !Files.isDirectory(record.project().get());
      return Optional.of(
          new Refused(
              "session '"
                  + session.name()
                  + "' has unmerged work: "
                  + unmerged
                  + (gone ? "; its project is missing" : ""),
              "see them: "
                  + lost.look()
                  + "; remove them with the session: bawn destroy "
                  + session.name()
                  + " "
                  + (lost.isOfIgnoredAlone() ? IGNORED : FORCE)));
    }
    return only.map(copies -> onlyCopies(record, copies));
  }

  /** Names each only copy. */
  static void print(SortedMap<RawPath, Set<Path>> copies, Path workspace, Surroundings here) {
    List<String> lines = new ArrayList<>();
    copies.forEach((path, versions) ->
        versions.forEach(each -> lines.add(path.shown() + ": " + Printable.whole(each))));
    lines.stream()
        .limit(MOST_COPIES)
        .forEach(each -> here.note("bawn: only the session still has this version of " + each));
    if (lines.size() > MOST_COPIES) {
      here.note(
          "bawn: only the session still has "
              + (lines.size() - MOST_COPIES)
              + " more versions: below "
              + Printable.whole(workspace));
    }
  }

  /** The path as a quoted, shortened word: a session can invent a name that reads like advice. */
  private static String named(RawPath path) {
    String shown = path.shown();
    return ShellQuoting.join(
        List.of(shown.length() > LONGEST_NAME ? shown.substring(0, LONGEST_NAME) + "…" : shown));
  }

  private static Refused onlyCopies(SessionRecord record, OnlyCopies only) {
    String name = record.name().text();
    List<String> what = new ArrayList<>();
    if (!only.replaced().isEmpty()) {
      what.add("its merges replaced or removed");
    }
    if (!only.brought().isEmpty()) {
      what.add("its merges added and the project no longer has");
    }
    int files = only.count();
    String them = files == 1 ? "it" : "them";
    int undos = record.isOnAnotherProject() ? 0 : only.undos();
    String undo = String.join(" && ", Collections.nCopies(undos, "bawn undo " + name));
    return new Refused(
        "session '"
            + name
            + "' has the only copy of "
            + Count.of(files, "file")
            + " that "
            + String.join(", or that ", what),
        "copy "
            + them
            + (undo.isEmpty() ? "" : "; to merge " + them + " again, first: " + undo)
            + "; remove "
            + them
            + " with the session: bawn destroy "
            + name
            + " --force");
  }
}
