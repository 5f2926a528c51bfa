package dev.bawn.launcher.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.bawn.contract.cli.Count;
import dev.bawn.contract.cli.JsonOutput;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.failure.Printable;
import dev.bawn.launcher.merge.Outcome;
import dev.bawn.launcher.merge.Waiting;
import dev.bawn.launcher.review.GitFiles;
import dev.bawn.launcher.review.RawPath;
import dev.bawn.launcher.session.SessionRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What became of a merge. The names in the JSON are stable: {@code name}, {@code project}, {@code
 * done} (paths), {@code conflicts} ({@code path}, {@code reason}, {@code project} and {@code
 * session}, where both sides are), {@code left_out} ({@code path}, {@code reason}), {@code ignored}
 * as in {@link StatusCommand}.
 */
final class MergeOutput {

  private final SessionRecord record;
  private final String what;
  private final boolean hasCommits;
  private final Surroundings here;

  /**
   * @param what became of the changes that are listed first
   * @param hasCommits whether the session has commits that were not fetched
   */
  MergeOutput(SessionRecord record, String what, boolean hasCommits, Surroundings here) {
    this.record = record;
    this.what = what;
    this.hasCommits = hasCommits;
    this.here = here;
  }

  /** Prints lines for people, what is left out last; gives the exit status. */
  int lines(Outcome outcome, Optional<Selection> selection) {
    here.out()
        .println(
            record.name()
                + ": "
                + Count.of(outcome.done().size(), "change")
                + " "
                + what
                + " in "
                + Printable.whole(record.project().orElseThrow().toString()));
    for (RawPath path : outcome.done()) {
      here.out().println("  " + path.shown());
    }
    for (Waiting each : outcome.waiting()) {
      if (each.isConflict()) {
        here.err().println("bawn: conflict: " + each.path().shown() + ": " + each.reason());
        here.err().println("bawn:   the project's: " + shown(projects(each.path())));
        here.err().println("bawn:   the session's: " + shown(sessions(each.path())));
      }
    }
    long ofGit = outcome.waiting().stream().filter(MergeOutput::isOfGit).count();
    for (Waiting each : outcome.waiting()) {
      if (!each.isConflict() && !isOfGit(each)) {
        here.err().println("bawn: left out: " + each.path().shown() + ": " + each.reason());
      }
    }
    if (ofGit > 0) {
      here.err()
          .println(
              "bawn: left out: "
                  + ofGit
                  + " of git's own files"
                  + (hasCommits ? ", with commits: see 'bawn status'" : ""));
    }
    selection.ifPresent(each -> each.reportIgnored("left out", here));
    return status(outcome, selection);
  }

  private static boolean isOfGit(Waiting waiting) {
    return GitFiles.areInDotGit(waiting.path());
  }

  private int status(Outcome outcome, Optional<Selection> selection) {
    boolean waits = outcome.waiting().stream().anyMatch(each -> !isOfGit(each));
    boolean ignored = selection.filter(each -> !each.ignored().isEmpty()).isPresent();
    return waits || hasCommits || ignored ? 1 : 0;
  }

  private Path projects(RawPath path) {
    return record.project().orElseThrow().resolve(path.shown());
  }

  private Path sessions(RawPath path) {
    return record.changes().orElseThrow().resolve(path.shown());
  }

  private static String shown(Path path) {
    return Printable.whole(path.toString());
  }

  /** The same as JSON; gives the exit status. */
  int json(Outcome outcome, Optional<Selection> selection) {
    List<Waiting> waiting = outcome.waiting();
    JsonOutput.print(
        here.out(),
        json -> {
          json.writeStartObject();
          json.writeStringField("name", record.name().text());
          json.writeStringField("project", record.project().orElseThrow().toString());
          JsonOutput.texts(json, "done", outcome.done().stream().map(RawPath::shown).toList());
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
    json.writeStringField("project", shown(projects(each.path())));
    json.writeStringField("session", shown(sessions(each.path())));
  }

  private static void leftOut(JsonGenerator json, Waiting each) throws IOException {
    json.writeStringField("path", each.path().shown());
    json.writeStringField("reason", each.reason());
  }
}
