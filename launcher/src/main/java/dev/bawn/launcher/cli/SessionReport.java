package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Count;
import dev.bawn.contract.cli.ShellQuoting;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.failure.Failure;
import dev.bawn.launcher.commits.MissingCommits;
import dev.bawn.launcher.commits.Quarantine;
import dev.bawn.launcher.commits.Reference;
import dev.bawn.launcher.commits.SessionCommit;
import dev.bawn.launcher.engine.SessionState;
import dev.bawn.launcher.merge.Merges;
import dev.bawn.launcher.patch.FileDiff;
import dev.bawn.launcher.record.RecordFile;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.report.Report;
import dev.bawn.launcher.report.Report.Fact;
import dev.bawn.launcher.report.Report.Section;
import dev.bawn.launcher.request.SessionArguments;
import dev.bawn.launcher.review.Change;
import dev.bawn.launcher.review.FirstPaths;
import dev.bawn.launcher.review.Layers;
import dev.bawn.launcher.review.Reviewed;
import dev.bawn.launcher.sessions.ListedSession;
import dev.bawn.launcher.sessions.OwnerRights;
import dev.bawn.launcher.workspace.Checkout;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The data about a session for a report: its events, its changes and its sandbox. */
final class SessionReport {

  private static final int MOST_REFERENCES = 100;

  private final NamedSession session;
  private final ListedSession.Intact intact;
  private final SessionRecord record;
  private final Surroundings here;
  private final CommandContext context;

  SessionReport(NamedSession session, Surroundings here, CommandContext context) {
    this.session = session;
    this.intact = session.intact();
    this.record = intact.record();
    this.here = here;
    this.context = context;
  }

  /** The report of a session with its changes. */
  Report of(Layers layers, Selection selection) throws IOException {
    List<Reviewed> reviewed = Reviewed.all(layers, selection.changes());
    List<Reviewed> lines = ChangesOutput.worthALine(reviewed);
    List<Section> sections = new ArrayList<>();
    sections.add(task());
    sections.add(changes(layers, selection, reviewed, lines));
    hazards(lines).ifPresent(sections::add);
    merged().ifPresent(sections::add);
    MissingCommits missing =
        MissingCommits.of(record.changes().orElseThrow(), layers, selection.changes());
    if (missing.mayBeFetched()) {
      sections.add(commits());
    }
    others(missing.others()).ifPresent(sections::add);
    sections.add(sandbox());
    return new Report(title(), sections);
  }

  private String title() {
    return (record.name().isOfAgent() ? "Agent " : "Session ") + record.name();
  }

  /** The report of a session without an upper layer. */
  Report ofNothingApart() {
    return new Report(
        "Session " + record.name(),
        List.of(
            task(),
            Section.of("Changes", List.of(), List.of(RecordedChanges.nothingApart(record).what())),
            sandbox()));
  }

  private Section task() {
    List<Fact> facts = new ArrayList<>();
    boolean isSession = !record.name().isOfAgent();
    if (isSession) {
      facts.add(new Fact("tool", record.tool()));
    }
    if (!record.command().isEmpty()) {
      facts.add(new Fact("command", ShellQuoting.join(record.command())));
    }
    record
        .project()
        .ifPresent(path -> facts.add(new Fact("project", String.valueOf(path.getFileName()))));
    started()
        .map(when -> when.truncatedTo(ChronoUnit.SECONDS).toString())
        .ifPresent(when -> facts.add(new Fact(isSession ? "started" : "last active", when)));
    facts.add(new Fact("status", ListedOutput.status(intact)));
    if (intact.state() instanceof SessionState.Ended(var since, var at, _)) {
      facts.add(new Fact("duration", words(Duration.between(since, at))));
    }
    return Section.of("Task", facts, List.of());
  }

  private Optional<Instant> started() {
    return switch (intact.state()) {
      case SessionState.Prepared() -> Optional.of(record.created());
      case SessionState.Running(_, var since, _) -> Optional.of(since);
      case SessionState.Ended(var since, _, _) -> Optional.of(since);
      case SessionState.Lost(var since) -> Optional.of(since);
      case SessionState.OfAgent(_, var last) -> last;
    };
  }

  /** The duration as text, for example {@code 1 h 2 min 3 s}. */
  static String words(Duration duration) {
    long hours = duration.toHours();
    long minutes = duration.toMinutesPart();
    return (hours > 0 ? hours + " h " : "")
        + (hours > 0 || minutes > 0 ? minutes + " min " : "")
        + duration.toSecondsPart()
        + " s";
  }

  private static Section changes(
      Layers layers, Selection selection, List<Reviewed> reviewed, List<Reviewed> lines) {
    List<List<String>> rows = new ArrayList<>();
    int added = 0;
    int removed = 0;
    for (Reviewed each : lines) {
      FileDiff diff = FileDiff.of(layers, each);
      added += diff.added();
      removed += diff.removed();
      rows.add(
          List.of(
              each.move().isPresent() ? "moved" : each.change().word(),
              each.change().path().shown()
                  + each.move().map(move -> " from " + move.from().shown()).orElse(""),
              diff.added() > 0 ? "+" + diff.added() : "",
              diff.removed() > 0 ? "-" + diff.removed() : "",
              note(each, diff)));
    }
    List<String> notes = new ArrayList<>();
    notes.add(Count.of(lines.size(), "change") + ", +" + added + " -" + removed + " lines");
    long ofGit = reviewed.stream().filter(Reviewed::isOfGit).count();
    if (ofGit > 0) {
      notes.add(ofGit + " of git's own files, which are never merged as files");
    }
    if (!selection.ignored().isEmpty()) {
      notes.add("not listed: " + selection.ignoredLine());
    }
    return Section.of("Changes", List.of("change", "file", "+", "-", "note"), rows, notes);
  }

  private static String note(Reviewed each, FileDiff diff) {
    String permissions = each.permissions();
    boolean isOfMode = each.change() instanceof Change.ModeChanged;
    String note = each.othersLabel().isEmpty() ? isOfMode ? "" : diff.note() : each.othersLabel();
    return permissions + (permissions.isEmpty() || note.isEmpty() ? "" : "; ") + note;
  }

  private static Optional<Section> hazards(List<Reviewed> lines) {
    List<List<String>> rows =
        lines.stream()
            .filter(each -> !each.hazards().isEmpty())
            .map(each ->
                List.of(
                    each.change().path().shown(),
                    each.labels(),
                    each.isSevere() ? "severe" : "marked"))
            .toList();
    return rows.isEmpty()
        ? Optional.empty()
        : Optional.of(Section.of("Hazards", List.of("file", "why", "severity"), rows, List.of()));
  }

  /** What the project has got from the session, and is no change any more. */
  private Optional<Section> merged() throws IOException {
    List<List<String>> rows =
        new Merges(record, "bawn report " + record.name())
            .paths().stream().sorted().map(path -> List.of(path.shown())).toList();
    return rows.isEmpty()
        ? Optional.empty()
        : Optional.of(Section.of("Merged", List.of("file"), rows, List.of()));
  }

  private Section commits() {
    List<String> columns = List.of("commit", "date", "author", "subject");
    if (OwnerRights.areTaken()) {
      return Section.of(
          "Commits",
          columns,
          List.of(),
          List.of(
              "not listed, because some files of the session are not readable: bawn log "
                  + record.name()));
    }
    try (Quarantine quarantine = SessionBundle.receive(session, record, context, here)) {
      List<List<String>> rows = new ArrayList<>();
      for (SessionCommit each : quarantine.log().commits()) {
        rows.add(
            List.of(
                each.shortId(),
                each.date()
                    .map(date -> date.truncatedTo(ChronoUnit.SECONDS).toString())
                    .orElse("no valid date"),
                each.author(),
                each.subject()));
      }
      List<String> notes = new ArrayList<>(rows.isEmpty() ? List.of("none") : List.of());
      quarantine.log().reasons().forEach(each -> notes.add("not fetched: " + each));
      return Section.of("Commits", columns, rows, notes);
    } catch (IOException | Failure e) {
      return Section.of(
          "Commits", columns, List.of(), List.of("they cannot be read: " + e.getMessage()));
    }
  }

  /** The commits that no merge fetches: stashes, tags and those of other repositories. */
  private static Optional<Section> others(List<Reference> references) {
    List<List<String>> rows =
        references.stream()
            .limit(MOST_REFERENCES)
            .map(each -> List.of(each.name().shown()))
            .toList();
    List<String> notes = new ArrayList<>(List.of("the project does not have their commits"));
    if (references.size() > MOST_REFERENCES) {
      notes.add("and " + (references.size() - MOST_REFERENCES) + " more");
    }
    return rows.isEmpty()
        ? Optional.empty()
        : Optional.of(Section.of("Stashes and tags", List.of("reference"), rows, notes));
  }

  /** The sandbox of the session, with what it refuses. */
  private Section sandbox() {
    if (record.name().isOfAgent()) {
      return AgentReport.sandbox(here);
    }
    List<Fact> facts = new ArrayList<>();
    facts.add(new Fact("sandbox", "unprivileged session: namespaces and seccomp"));
    facts.add(new Fact("workspace", record.workspace().word()));
    record
        .changes()
        .flatMap(Checkout::begun)
        .ifPresent(checkout -> {
          facts.add(new Fact("branch", checkout.branch()));
          facts.add(new Fact("base", checkout.commit()));
        });
    facts.add(new Fact("home", record.home().isPresent() ? "persistent" : "ephemeral"));
    if (!record.options().isEmpty()) {
      facts.add(
          new Fact("options", ShellQuoting.join(SessionArguments.withoutValues(record.options()))));
    }
    facts.add(new Fact("bawn", here.version()));
    List<String> notes = new ArrayList<>();
    try {
      SandboxReasons.of(RecordFile.readAll(session.directory()), FirstPaths.NONE)
          .forEach(reason -> notes.add(reason.what()));
    } catch (Failure e) {
      notes.add("bawn cannot read what the sandbox refused: " + e.getMessage());
    }
    return Section.of("Sandbox", facts, notes);
  }
}
