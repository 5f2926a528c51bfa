package dev.bawn.launcher.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.bawn.contract.agent.Spelling;
import dev.bawn.contract.cli.Ago;
import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.JsonOutput;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Table;
import dev.bawn.contract.cli.Table.Column;
import dev.bawn.contract.cli.Table.Cut;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.cli.Width;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.launcher.record.History;
import dev.bawn.launcher.record.SessionPlaces;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * {@code history [NAME...]}: what became of sessions, also of those that were removed. Its JSON:
 * {@code time}, {@code event}, {@code name}; {@code exit_status} of one that ended, {@code paths}
 * of a merge or an undo.
 */
final class HistoryCommand implements Command {

  private static final String COUNT = "-n";
  private static final String EVENT = "--event";

  @Override
  public CommandSpec spec() {
    return Parameters.command()
        .addPositional(Parameters.any("SESSION", "the sessions (default: all)"))
        .addOption(
            OptionSpec.builder(COUNT)
                .paramLabel("N")
                .arity("1")
                .type(String.class)
                .description("print the last N events (default: 50)")
                .build())
        .addOption(
            OptionSpec.builder("-e", EVENT)
                .paramLabel(words("|"))
                .arity("1")
                .type(String.class)
                .description("print only these events")
                .build())
        .addOption(Parameters.flag("--json", "print JSON, one array"));
  }

  private static String words(String between) {
    return Arrays.stream(History.Event.values())
        .map(History.Event::word)
        .collect(Collectors.joining(between));
  }

  @Override
  public List<String> examples() {
    return List.of("bawn history", "bawn history app-1 -n 5", "bawn history -e ended --json");
  }

  @Override
  public int run(Typed typed, Surroundings here) {
    int most = most(typed.value(COUNT, "50"));
    String event = typed.value(EVENT, "");
    if (!event.isEmpty() && Spelling.of(History.Event.values(), event).isEmpty()) {
      throw new WrongUsage("unknown event: '" + Printable.of(event) + "'", "use " + words(", "));
    }
    List<String> names = typed.words();
    List<History.Entry> entries =
        History.of(SessionPlaces.of(here)).entries().stream()
            .filter(each -> event.isEmpty() || each.event().word().equals(event))
            .filter(each -> names.isEmpty() || names.contains(each.name().text()))
            .toList();
    List<History.Entry> last = entries.subList(Math.max(0, entries.size() - most), entries.size());
    if (typed.has("--json")) {
      JsonOutput.print(here.out(), json -> JsonOutput.objects(json, last, HistoryCommand::json));
    } else if (last.isEmpty()) {
      here.err().println("no matching events");
    } else {
      Table table =
          new Table(
              List.of(
                  new Column("TIME", Cut.NEVER),
                  new Column("WHEN", Cut.COLUMN),
                  new Column("EVENT", Cut.NEVER),
                  new Column("NAME", Cut.NEVER)));
      for (History.Entry each : last) {
        table.row(
            List.of(
                each.time().toString(),
                Ago.of(each.time(), here.clock().instant()),
                text(each),
                each.name().text()));
      }
      here.out().println(String.join("\n", table.lines(Width.of(here))));
    }
    return 0;
  }

  private static String text(History.Entry entry) {
    String word = entry.event().word();
    return entry.detail().isEmpty()
        ? word
        : switch (entry.event()) {
          case MERGED, UNDONE -> word + ", paths: " + entry.detail();
          default -> word + " " + entry.detail();
        };
  }

  private static void json(JsonGenerator json, History.Entry entry) throws IOException {
    json.writeStringField("time", entry.time().toString());
    json.writeStringField("event", entry.event().word());
    json.writeStringField("name", entry.name().text());
    if (!entry.detail().isEmpty()) {
      boolean isEnd = entry.event() == History.Event.ENDED;
      json.writeNumberField(isEnd ? "exit_status" : "paths", Integer.parseInt(entry.detail()));
    }
  }

  private static int most(String text) {
    if (!text.matches("[0-9]{1,6}")) {
      throw new WrongUsage(
          "-n must be a number of events, not '" + Printable.of(text) + "'", "for example: -n 20");
    }
    return Integer.parseInt(text);
  }
}
