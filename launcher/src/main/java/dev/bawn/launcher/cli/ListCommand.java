package dev.bawn.launcher.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.bawn.contract.agent.Spelling;
import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.JsonOutput;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Table;
import dev.bawn.contract.cli.Table.Column;
import dev.bawn.contract.cli.Table.Cut;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.cli.Width;
import dev.bawn.contract.failure.NearestMatch;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.contract.tool.Activity;
import dev.bawn.launcher.engine.SessionStates;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.review.ChangeCount;
import dev.bawn.launcher.sessions.ActiveTools;
import dev.bawn.launcher.sessions.ListedSession;
import dev.bawn.launcher.sessions.Sessions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * {@code list}: lists the caller's sessions. See {@link ListedOutput} for the JSON; in addition
 * {@code changed}, the number of changes that {@code status} lists, at most 100, and {@code
 * activity} of a running session.
 */
record ListCommand(Function<Surroundings, CommandContext> context) implements Command {

  private static final List<String> STATUSES =
      List.of(
          "prepared",
          "running",
          "waiting",
          "working",
          "idle",
          "paused",
          "ended",
          "interrupted",
          "elsewhere",
          "damaged");

  /** The number of changes at which the count stops. */
  static final int MOST_CHANGES = 100;

  /** The width from which the options have a column. */
  private static final int WIDE = 132;

  @Override
  public CommandSpec spec() {
    return Parameters.command()
        .addOption(
            Parameters.option(
                "--status",
                "STATUS",
                STATUSES,
                "list only sessions with this status: "
                    + String.join(", ", STATUSES)
                    + ". 'running' lists all sessions that run, also those that are waiting, working, idle or paused."
                    + " 'elsewhere' lists sessions with files in another directory than the one"
                    + " that XDG_STATE_HOME or XDG_DATA_HOME names now"))
        .addOption(Parameters.option("--project", "PATH", "list only sessions on this project"))
        .addOption(TagFilter.option("list"))
        .addOption(OptionSpec.builder("-q", "--quiet").description("print only names").build())
        .addOption(Parameters.flag("--json", "print JSON, one array"));
  }

  @Override
  public List<String> examples() {
    return List.of(
        "bawn list",
        "bawn list --status running -q",
        "bawn list --project .",
        "bawn list -t issue=7",
        "bawn list --json");
  }

  @Override
  public int run(Typed typed, Surroundings here) {
    String status = typed.value("--status", "");
    if (!status.isEmpty() && !STATUSES.contains(status)) {
      throw new WrongUsage(
          "unknown status: '" + Printable.of(status) + "'",
          NearestMatch.hint(status, STATUSES, "use " + String.join(", ", STATUSES)));
    }
    List<ListedSession> all =
        new Sessions(OwnPlaces.of(here), SessionStates.on(here.layout())).all();
    Optional<Path> project = typed.value("--project").map(word -> project(word, all, here));
    TagFilter tags = TagFilter.of(typed);
    List<ListedSession> wanted =
        all.stream()
            .filter(tags::admits)
            .filter(each -> project.isEmpty() || isOn(project.get(), each))
            .filter(each -> isActivity(status) ? each.isRunning() : isIn(status, each))
            .toList();
    Map<String, ActiveTools.Told> told =
        typed.has("--quiet") && !isActivity(status)
            ? Map.of()
            : ListedOutput.tools(context.apply(here), here).of(wanted);
    if (isActivity(status)) {
      wanted = wanted.stream().filter(each -> isDoing(status, told.get(each.name()))).toList();
    }
    if (typed.has("--json")) {
      List<Row> rows = rows(wanted, told, here);
      JsonOutput.print(here.out(), json -> JsonOutput.objects(json, rows, ListCommand::json));
    } else if (typed.has("--quiet")) {
      wanted.forEach(each -> here.out().println(Printable.whole(each.name())));
    } else if (wanted.isEmpty()) {
      here.err().println(all.isEmpty() ? none(here) : "no matching sessions");
    } else {
      List<Row> rows = rows(wanted, told, here);
      table(rows, here);
      wanted.forEach(each -> damage(each, here));
      rows.stream().filter(Row::isLate).forEach(each -> late(each, here));
    }
    return 0;
  }

  /** The project at a path, which may be missing if a session has it. */
  private static Path project(String word, List<ListedSession> all, Surroundings here) {
    try {
      return ProjectArgument.of(List.of(word), false, here);
    } catch (NotFound e) {
      Path path = here.directory().resolve(word).normalize();
      if (word.isEmpty() || all.stream().noneMatch(each -> isOn(path, each))) {
        throw e;
      }
      return path;
    }
  }

  private static String none(Surroundings here) {
    return NamedSession.isInside(here)
        ? "no sessions: a session cannot see other sessions; run bawn list outside of it"
        : "no sessions; start one: bawn launch";
  }

  private static boolean isActivity(String status) {
    return Spelling.of(Activity.values(), status).isPresent();
  }

  private static boolean isDoing(String status, ActiveTools.Told told) {
    return told != null && told.activity().word().equals(status);
  }

  /** Tells whether a session has a status; a paused session is also a running one. */
  private static boolean isIn(String status, ListedSession listed) {
    return status.isEmpty()
        || listed.word().equals(status)
        || status.equals("paused") && ListedOutput.isPaused(listed);
  }

  /** Tells whether a session works on a project, or on a directory in it. */
  private static boolean isOn(Path project, ListedSession listed) {
    return listed instanceof ListedSession.Intact(SessionRecord record, _)
        && record.project().filter(each -> each.startsWith(project)).isPresent();
  }

  private static void table(List<Row> rows, Surroundings here) {
    int width = Width.of(here);
    boolean wide = width >= WIDE && width < Integer.MAX_VALUE;
    List<Column> columns =
        new ArrayList<>(
            List.of(
                new Column("NAME", Cut.END_AT_LAST),
                new Column("STATUS", Cut.NEVER),
                new Column("CHANGES", Cut.COLUMN),
                new Column("TOOL", Cut.COLUMN),
                new Column("WORKSPACE", Cut.COLUMN),
                new Column("SINCE", Cut.NEVER),
                new Column("PROJECT", Cut.START)));
    boolean areTagged = rows.stream().anyMatch(row -> !tags(row.listed()).isEmpty());
    if (areTagged) {
      columns.add(new Column("TAGS", Cut.END));
    }
    if (wide) {
      columns.add(new Column("OPTIONS", Cut.END));
    }
    Table table = new Table(columns);
    Instant now = here.clock().instant();
    rows.forEach(each -> table.row(cells(each, now, areTagged, wide)));
    here.out().println(String.join("\n", table.lines(width)));
  }

  /**
   * A session.
   *
   * @param counted the record that leads to its changes; empty if that cannot be determined
   * @param left its unmerged work; empty if that cannot be determined
   * @param isLate whether the count did not end in time
   * @param told the activity of its tool, if it is running
   */
  private record Row(
      ListedSession listed,
      Optional<SessionRecord> counted,
      Optional<RecordedChanges.Left> left,
      boolean isLate,
      Optional<ActiveTools.Told> told) {}

  /** The rows. */
  private List<Row> rows(
      List<ListedSession> sessions, Map<String, ActiveTools.Told> told, Surroundings here) {
    CountedRecords records = new CountedRecords(context.apply(here), here);
    Map<String, SessionRecord> counted = new HashMap<>();
    for (ListedSession each : sessions) {
      if (each instanceof ListedSession.Intact(SessionRecord record, _)) {
        records.of(record).ifPresent(found -> counted.put(each.name(), found));
      }
    }
    Map<String, Optional<RecordedChanges.Left>> left =
        LimitedCounts.of(counted, each -> RecordedChanges.left(each, MOST_CHANGES));
    if (left.size() < counted.size()) {
      // a git that waits for a pipe of the session would stay
      ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
    }
    return sessions.stream()
        .map(each ->
            new Row(
                each,
                Optional.ofNullable(counted.get(each.name())),
                left.getOrDefault(each.name(), Optional.empty()),
                counted.containsKey(each.name()) && !left.containsKey(each.name()),
                Optional.ofNullable(told.get(each.name()))))
        .toList();
  }

  private static List<String> cells(Row row, Instant now, boolean areTagged, boolean wide) {
    ListedSession listed = row.listed();
    List<String> cells = new ArrayList<>();
    cells.add(Printable.whole(listed.name()));
    cells.add(ListedOutput.status(listed, row.told()));
    if (listed instanceof ListedSession.Intact(SessionRecord record, _)) {
      cells.add(changes(row));
      cells.add(Printable.of(record.tool()));
      cells.add(record.workspace().word());
      cells.add(ListedOutput.age(listed, now));
      cells.add(
          ListedOutput.shown(record.project())
              + (record.project().filter(each -> !Files.isDirectory(each)).isPresent()
                  ? " (missing)"
                  : ""));
    } else {
      cells.addAll(List.of("-", "-", "-", "-", "-"));
    }
    if (areTagged) {
      cells.add(tags(listed));
    }
    if (wide) {
      cells.add(
          listed instanceof ListedSession.Intact(SessionRecord record, _)
              ? Printable.whole(String.join(" ", record.options()))
              : "-");
    }
    return cells;
  }

  static String tags(ListedSession listed) {
    return listed instanceof ListedSession.Intact(SessionRecord record, _)
        ? Printable.whole(
            record.tags().stream()
                .map(tag -> tag.key() + "=" + tag.value())
                .collect(Collectors.joining(" ")))
        : "";
  }

  /** The number of changes as {@code status} counts them; "?" if they cannot be read. */
  private static String changes(Row row) {
    if (row.counted().filter(record -> record.changes().isEmpty()).isPresent()) {
      return "-";
    }
    return row.left()
        .map(each ->
            number(each.changes())
                + (each.commits().areNone() ? "" : " + commits")
                + (each.changes().hasIgnored() ? " + ignored" : ""))
        .orElse("?");
  }

  static String number(ChangeCount count) {
    return count.changes() + (count.changes() == MOST_CHANGES ? "+" : "");
  }

  private static void json(JsonGenerator json, Row row) throws IOException {
    ListedOutput.json(json, row.listed());
    if (row.told().isPresent()) {
      json.writeStringField("activity", row.told().get().activity().word());
    }
    if (row.left().isPresent()) {
      ChangeCount changes = row.left().get().changes();
      json.writeNumberField("changed", changes.changes());
      json.writeBooleanField("has_ignored", changes.hasIgnored());
      json.writeBooleanField("has_commits", !row.left().get().commits().areNone());
    }
  }

  private static void late(Row row, Surroundings here) {
    warn(
        "the changes of "
            + row.listed().name()
            + " are not counted: bawn list counts for at most "
            + LimitedCounts.MOST.toSeconds()
            + " s; see: bawn status "
            + row.listed().name(),
        here);
  }

  private static void damage(ListedSession listed, Surroundings here) {
    // the JVM links a switch over types in each process again
    if (listed instanceof ListedSession.Elsewhere(_, var problem, var hint)) {
      warn(listed.name() + " cannot be used: " + problem + "; " + hint, here);
    } else if (listed instanceof ListedSession.Damaged(_, var problem, var hint, _)) {
      warn(listed.name() + " is damaged: " + problem + "; " + hint, here);
    }
  }

  private static void warn(String text, Surroundings here) {
    here.note("bawn: warning: " + Printable.whole(text));
  }
}
