package dev.bawn.launcher.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.bawn.contract.cli.Count;
import dev.bawn.contract.cli.JsonOutput;
import dev.bawn.contract.cli.ShellQuoting;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Width;
import dev.bawn.contract.failure.Printable;
import dev.bawn.launcher.commits.MissingCommits;
import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.FileStatus;
import dev.bawn.launcher.linux.OpenDirectory;
import dev.bawn.launcher.merge.Applied;
import dev.bawn.launcher.merge.Discard;
import dev.bawn.launcher.merge.Outcome;
import dev.bawn.launcher.merge.Waiting;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.review.Change;
import dev.bawn.launcher.review.GitFiles;
import dev.bawn.launcher.review.RawPath;
import dev.bawn.launcher.review.Reviewed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Prints the result of a merge, an undo or a discard. The names in the JSON are stable: {@code
 * name}, {@code project}, {@code done} (paths), {@code changes} ({@code change}, {@code path},
 * {@code moved_from}), {@code conflicts} ({@code path}, {@code reason}, {@code project} and {@code
 * session}, the files of both sides, if they exist), {@code left_out} ({@code path}, {@code
 * reason}), {@code ignored} as in {@link StatusCommand}.
 */
final class MergeOutput {

  /** The most lines on a terminal; a longer list moves its first line off most screens. */
  private static final int MOST_ON_TERMINAL = 30;

  /** The work whose result is printed, as the end of its first line with the project. */
  enum Work {
    MERGE("merged into %s"),
    TRIAL("would be merged into %s"),
    UNDO("taken back in %s"),
    DISCARD("discarded; %s is unchanged");

    private final String words;

    Work(String words) {
      this.words = words;
    }
  }

  private final SessionRecord record;
  private final Work work;
  private final MissingCommits missing;
  private final List<Reviewed> reviewed;
  private final Surroundings here;

  /**
   * @param missing the commits of the session that the project lacks
   * @param reviewed the selected changes; empty if they are not known
   */
  MergeOutput(
      SessionRecord record,
      Work work,
      MissingCommits missing,
      List<Reviewed> reviewed,
      Surroundings here) {
    this.record = record;
    this.work = work;
    this.missing = missing;
    this.reviewed = List.copyOf(reviewed);
    this.here = here;
  }

  /** Prints the result as text, changes that are left out last; returns the exit status. */
  int lines(Outcome outcome, Optional<Selection> selection) {
    Map<RawPath, Reviewed> known = reviewedByPath();
    List<Reviewed> ofGit =
        outcome.done().stream()
            .map(each -> known.get(each.path()))
            .filter(each -> each != null && each.isOfGit())
            .toList();
    Set<RawPath> folded =
        ofGit.stream().map(each -> each.change().path()).collect(Collectors.toSet());
    List<Applied> done =
        outcome.done().stream().filter(each -> !folded.contains(each.path())).toList();
    here.out()
        .println(
            record.name()
                + ": "
                + Count.of(done.size(), "change")
                + (ofGit.isEmpty() ? "" : " and " + ofGit.size() + " of git's own files")
                + " "
                + work.words.formatted(Printable.whole(record.project().orElseThrow())));
    here.out().print(changes(done, known));
    ChangesOutput.ofGit(ofGit, "").forEach(here.out()::println);
    int most = here.terminals().out() ? MOST_ON_TERMINAL : outcome.waiting().size();
    List<Waiting> conflicts = outcome.waiting().stream().filter(Waiting::isConflict).toList();
    List<Waiting> left =
        outcome.waiting().stream().filter(each -> !each.isConflict() && !isOfGit(each)).toList();
    for (Waiting each : conflicts.subList(0, Math.min(most, conflicts.size()))) {
      here.note("bawn: conflict: " + each.path().shown() + ": " + each.reason());
      here.note(
          "bawn:   the project's: "
              + projects(each.path()).map(Printable::whole).orElse(lacked(each.path())));
      here.note(
          "bawn:   the session's: "
              + sessions(each.path()).map(Printable::whole).orElse("removed"));
      each.before()
          .ifPresent(
              kept -> here.err().println("bawn:   before the merge: " + Printable.whole(kept)));
    }
    more(conflicts, most, "conflict");
    long waiting = outcome.waiting().stream().filter(MergeOutput::isOfGit).count();
    for (Waiting each : left.subList(0, Math.min(most, left.size()))) {
      here.note("bawn: left out: " + each.path().named() + ": " + each.reason());
    }
    more(left, most, "left out");
    if (waiting > 0) {
      here.note(
          "bawn: left out: "
              + waiting
              + " of git's own files"
              + commits(done.isEmpty() || work == Work.TRIAL));
    }
    selection.ifPresent(each -> each.reportIgnored("left out", here));
    return status(outcome, selection);
  }

  private void more(List<Waiting> all, int most, String what) {
    if (all.size() > most) {
      here.note(
          "bawn: " + what + ": " + (all.size() - most) + " more; to list all, add: 2>&1 | less");
    }
  }

  /**
   * Prints the directory of the discarded files, and a command that copies one into the project.
   */
  static void kept(Discard discard, SessionRecord record, Surroundings here) {
    if (discard.movedAside().isPresent()) {
      Discard.MovedAside moved = discard.movedAside().get();
      here.note(
          "bawn keeps the discarded files until the session is removed: "
              + Printable.whole(moved.directory()));
      if (moved.example().isEmpty()) {
        return;
      }
      // without cd: the session may have made the directory a repository, in which git runs
      // commands
      here.note(
          "to copy a file into the project, with a backup of the file there: env -C "
              + word(moved.directory())
              + " cp --backup=numbered --parents -- "
              + ShellQuoting.exact(
                  moved.example().get().bytes().getBytes(StandardCharsets.ISO_8859_1))
              + " "
              + word(record.project().orElseThrow()));
    }
  }

  private static String word(Path path) {
    return ShellQuoting.exact(path.toString().getBytes(StandardCharsets.UTF_8));
  }

  private String changes(List<Applied> done, Map<RawPath, Reviewed> known) {
    int most = here.terminals().out() ? MOST_ON_TERMINAL : done.size();
    StringBuilder lines = new StringBuilder();
    for (Applied each : done.subList(0, Math.min(most, done.size()))) {
      ChangesOutput.append(
          lines, each, Optional.ofNullable(known.get(each.path())), Width.of(here));
    }
    if (done.size() > most) {
      lines.append("  and ").append(done.size() - most).append(" more\n");
    }
    return lines.toString();
  }

  private Map<RawPath, Reviewed> reviewedByPath() {
    return reviewed.stream()
        .collect(Collectors.toMap(each -> each.change().path(), each -> each, (one, _) -> one));
  }

  private static boolean isOfGit(Waiting waiting) {
    return GitFiles.areInDotGit(waiting.path());
  }

  private int status(Outcome outcome, Optional<Selection> selection) {
    boolean waits = outcome.waiting().stream().anyMatch(each -> !isOfGit(each));
    boolean ignored = selection.filter(each -> !each.ignored().isEmpty()).isPresent();
    return waits || !missing.areNone() || ignored ? 1 : 0;
  }

  /**
   * The next command for the commits. git merges no fetched branch over files that the merge has
   * just brought.
   */
  private String commits(boolean isNothingDone) {
    if (missing.areNone()) {
      return "";
    }
    if (!missing.mayBeFetched()) {
      return "; about the commits: bawn status " + record.name();
    }
    if (SessionBundle.isOnlyInSession(record)) {
      return "; to write the commits to a file: " + SessionBundle.toFetch(record);
    }
    return isNothingDone
        ? "; to fetch the commits: " + SessionBundle.toFetch(record.name())
        : "; to fetch the commits: "
            + SessionBundle.toFetch(record.name())
            + "; before you merge that branch with git, take back the files that bawn merged: bawn"
            + " undo "
            + record.name();
  }

  /** The reason why the project has no file at a path. */
  private String lacked(RawPath path) {
    return reviewed.stream()
            .map(Reviewed::change)
            .anyMatch(each -> each.path().equals(path) && each instanceof Change.Added)
        ? "none"
        : "removed";
  }

  /** The project's file; empty if it was removed. */
  private Optional<Path> projects(RawPath path) {
    return side(record.project().orElseThrow(), path);
  }

  private static Optional<Path> side(Path top, RawPath path) {
    Path there = top.resolve(path.shown());
    try (OpenDirectory directory = OpenDirectory.at(top);
        OpenDirectory parent = directory.beneath(path.parent().bytes())) {
      return parent.look(path.name()).filter(each -> !isWhiteout(each)).map(_ -> there);
    } catch (NoSuchFileException | NotDirectoryException e) {
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(there);
    }
  }

  /**
   * Tells whether a file is a whiteout, with which an upper layer removes a file; see overlayfs.rst
   * of the kernel.
   */
  private static boolean isWhiteout(FileStatus status) {
    return status.is(FileKind.CHARACTER_DEVICE) && status.device() == 0;
  }

  /** The session's file; empty if the session removed it. */
  private Optional<Path> sessions(RawPath path) {
    Path upper = record.changes().orElseThrow();
    boolean isRemoved =
        reviewed.stream()
            .map(Reviewed::change)
            .anyMatch(each -> each.path().equals(path) && each instanceof Change.Removed);
    if (!isRemoved) {
      return side(upper, path);
    }
    return reviewed.stream()
        .filter(each -> each.move().filter(move -> move.from().equals(path)).isPresent())
        .findFirst()
        .map(each -> upper.resolve(each.change().path().shown()));
  }

  /** Prints the result as JSON; returns the exit status. */
  int json(Outcome outcome, Optional<Selection> selection) {
    List<Waiting> waiting = outcome.waiting();
    JsonOutput.print(
        here.out(),
        json -> {
          json.writeStartObject();
          json.writeStringField("name", record.name().text());
          json.writeStringField("project", record.project().orElseThrow().toString());
          JsonOutput.texts(json, "done", outcome.paths().stream().map(RawPath::shown).toList());
          json.writeFieldName("changes");
          ChangesOutput.jsonOf(json, outcome.done(), reviewedByPath());
          json.writeFieldName("conflicts");
          JsonOutput.objects(
              json, waiting.stream().filter(Waiting::isConflict).toList(), this::conflict);
          json.writeFieldName("left_out");
          JsonOutput.objects(
              json,
              waiting.stream().filter(each -> !each.isConflict()).toList(),
              MergeOutput::leftOut);
          if (selection.isPresent()) {
            selection.get().json(json);
          }
          json.writeEndObject();
        });
    return status(outcome, selection);
  }

  private void conflict(JsonGenerator json, Waiting each) throws IOException {
    leftOut(json, each);
    Optional<Path> project = projects(each.path());
    if (project.isPresent()) {
      json.writeStringField("project", Printable.whole(project.get()));
    }
    Optional<Path> session = sessions(each.path());
    if (session.isPresent()) {
      json.writeStringField("session", Printable.whole(session.get()));
    }
  }

  private static void leftOut(JsonGenerator json, Waiting each) throws IOException {
    json.writeStringField("path", each.path().named());
    json.writeStringField("reason", each.reason());
  }
}
