package dev.bawn.launcher.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Count;
import dev.bawn.contract.cli.JsonOutput;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Table;
import dev.bawn.contract.cli.Table.Column;
import dev.bawn.contract.cli.Table.Cut;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.cli.Width;
import dev.bawn.contract.failure.Failure;
import dev.bawn.contract.failure.Printable;
import dev.bawn.launcher.engine.ProcessTable;
import dev.bawn.launcher.engine.ResourceUse;
import dev.bawn.launcher.engine.SessionProcesses;
import dev.bawn.launcher.engine.SessionState;
import dev.bawn.launcher.engine.SessionStates;
import dev.bawn.launcher.record.SessionPlaces;
import dev.bawn.launcher.sessions.ActiveTools;
import dev.bawn.launcher.sessions.ListedSession;
import dev.bawn.launcher.sessions.Sessions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code ps}: lists the resources of each running session. Its JSON: {@code name}, {@code status};
 * of a running session {@code activity}, {@code pid}, {@code started}, {@code processes}, {@code
 * threads}, {@code cpu_seconds}, {@code memory_bytes}, {@code read_bytes}, {@code written_bytes}.
 */
record PsCommand(Function<Surroundings, CommandContext> context) implements Command {

  private static final List<Column> COLUMNS =
      List.of(
          new Column("NAME", Cut.END_AT_LAST),
          new Column("STATUS", Cut.NEVER),
          new Column("PID", Cut.COLUMN),
          new Column("PROCESSES", Cut.NEVER),
          new Column("CPU TIME", Cut.NEVER),
          new Column("CPU %", Cut.COLUMN),
          new Column("MEMORY", Cut.NEVER),
          new Column("READ", Cut.COLUMN),
          new Column("WRITTEN", Cut.COLUMN));

  /** A session, and its resources if it is running. */
  private record Row(
      ListedSession.Intact session, Optional<ResourceUse> use, Optional<ActiveTools.Told> told) {}

  @Override
  public CommandSpec spec() {
    return Parameters.command()
        .addOption(TagFilter.option("list"))
        .addOption(Parameters.flag("--all", "list sessions that do not run, too"))
        .addOption(Parameters.flag("--json", "print JSON, one array"));
  }

  @Override
  public List<String> examples() {
    return List.of("bawn ps", "bawn ps -t issue=7 --json");
  }

  @Override
  public int run(Typed typed, Surroundings here) {
    TagFilter tags = TagFilter.of(typed);
    SessionStates states = SessionStates.on(here.layout());
    SessionPlaces places = OwnPlaces.of(here);
    Path program = context.apply(here).installation().library().resolve("session");
    ProcessTable table = ProcessTable.of(states.proc());
    List<Row> rows = new ArrayList<>();
    List<ListedSession> all = new Sessions(places, states).all();
    Map<String, ActiveTools.Told> told = ListedOutput.tools(context.apply(here), here).of(all);
    for (ListedSession listed : all) {
      if (listed instanceof ListedSession.Intact session
          && tags.admits(listed)
          && (typed.has("--all") || session.isRunning())) {
        rows.add(
            new Row(
                session,
                use(session, places, program, states, table),
                Optional.ofNullable(told.get(session.name()))));
      }
    }
    if (typed.has("--json")) {
      JsonOutput.print(here.out(), json -> JsonOutput.objects(json, rows, PsCommand::json));
    } else if (rows.isEmpty()) {
      here.err()
          .println(tags.isEmpty() ? "no session is running" : "no matching session is running");
    } else {
      Table shown = new Table(COLUMNS);
      rows.forEach(row -> shown.row(cells(row, here.clock().instant())));
      here.out().println(String.join("\n", shown.lines(Width.of(here))));
    }
    return 0;
  }

  /** The resources of a session; empty if it does not run, or its files name another process. */
  static Optional<ResourceUse> use(
      ListedSession.Intact session,
      SessionPlaces places,
      Path program,
      SessionStates states,
      ProcessTable table) {
    if (!session.isRunning()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          SessionProcesses.of(places.session(session.record().name()), program, states).use(table));
    } catch (Failure e) {
      return Optional.empty();
    }
  }

  private static List<String> cells(Row row, Instant now) {
    List<String> cells = new ArrayList<>();
    cells.add(Printable.whole(row.session().name()));
    cells.add(ListedOutput.status(row.session(), row.told()));
    if (row.use().isEmpty() || !(row.session().state() instanceof SessionState.Running running)) {
      cells.addAll(List.of("-", "-", "-", "-", "-", "-", "-"));
      return cells;
    }
    ResourceUse use = row.use().get();
    cells.add(Long.toString(running.pid()));
    cells.add(Integer.toString(use.processes()));
    cells.add(time(use.ticks() / ResourceUse.TICKS));
    cells.add(percent(use, Duration.between(running.since(), now)));
    cells.add(Count.bytes(use.memory()));
    cells.add(Count.bytes(use.read()));
    cells.add(Count.bytes(use.written()));
    return cells;
  }

  /** The processor time since the session began, in percent. */
  private static String percent(ResourceUse use, Duration since) {
    double seconds = Math.max(since.toMillis(), 1) / 1000.0;
    return "%.1f".formatted(100 * use.seconds() / seconds);
  }

  private static String time(long seconds) {
    return "%d:%02d:%02d".formatted(seconds / 3600, seconds / 60 % 60, seconds % 60);
  }

  private static void json(JsonGenerator json, Row row) throws IOException {
    json.writeStringField("name", row.session().name());
    json.writeStringField("status", row.session().word());
    if (row.told().isPresent()) {
      json.writeStringField("activity", row.told().get().activity().word());
    }
    if (row.session().state() instanceof SessionState.Running running && row.use().isPresent()) {
      ResourceUse use = row.use().get();
      json.writeNumberField("pid", running.pid());
      json.writeStringField("started", running.since().toString());
      json.writeNumberField("processes", use.processes());
      json.writeNumberField("threads", use.threads());
      json.writeNumberField("cpu_seconds", use.seconds());
      json.writeNumberField("memory_bytes", use.memory());
      json.writeNumberField("read_bytes", use.read());
      json.writeNumberField("written_bytes", use.written());
    }
  }
}
