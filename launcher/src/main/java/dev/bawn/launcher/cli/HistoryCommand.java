package dev.bawn.launcher.cli;

import com.fasterxml.jackson.core.JsonGenerator;
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
import dev.bawn.contract.failure.NearestMatch;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.launcher.record.History;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * {@code history [NAME...]}: lists the events of sessions, also of removed ones. Its JSON: {@code
 * time}, {@code event}, {@code name}; {@code exit_status} of an ended session, {@code paths} of a
 * merge or an undo.
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
                .paramLabel("EVENT")
                .arity("1")
                .type(List.class)
                .auxiliaryTypes(String.class)
                .completionCandidates(words())
                .description(
                    "print only these events: "
                        + String.join(", ", words())
                        + "; repeat it to name several")
                .build())
        .addOption(Parameters.flag("--json", "print JSON, one array"));
  }

  private static List<String> words() {
    return Arrays.stream(History.Event.values()).map(History.Event::word).toList();
  }

  @Override
  public List<String> examples() {
    return List.of("bawn history", "bawn history app-1 -n 5", "bawn history -e ended --json");
  }

  @Override
  public int run(Typed typed, Surroundings here) {
    int most = most(typed.value(COUNT, "50"));
    List<History.Event> events =
        typed.values(EVENT).stream()
            .map(word -> Parameters.choice("event", word, History.Event.values()))
            .toList();
    List<String> names = typed.words();
    List<History.Entry> all = History.of(OwnPlaces.of(here)).entries();
    names.forEach(name -> requireKnown(name, all, here));
    List<History.Entry> entries =
        (names.isEmpty() ? all : of(names, all))
            .stream().filter(each -> events.isEmpty() || events.contains(each.event())).toList();
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
                  new Column("NAME", Cut.END_AT_LAST)));
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

  /** The entries of sessions, including those from before a renaming. */
  private static List<History.Entry> of(List<String> names, List<History.Entry> all) {
    Set<String> wanted = new HashSet<>(names);
    List<History.Entry> entries = new ArrayList<>();
    for (History.Entry each : all.reversed()) {
      if (each.event() == History.Event.RENAMED && wanted.remove(each.detail())) {
        wanted.add(each.name().text());
      }
      if (wanted.contains(each.name().text())) {
        entries.addFirst(each);
      }
    }
    return entries;
  }

  /** Requires a session that exists, or has an entry. */
  private static void requireKnown(String name, List<History.Entry> all, Surroundings here) {
    List<String> known = all.stream().map(each -> each.name().text()).distinct().toList();
    if (!known.contains(name) && !NamedSession.of(name, here).exists()) {
      throw new NotFound(
          "the history has no session '" + name + "'",
          NearestMatch.hint(name, known, "list all events: bawn history"));
    }
  }

  private static String text(History.Entry entry) {
    String word = entry.event().word();
    return entry.detail().isEmpty()
        ? word
        : switch (entry.event()) {
          case CLONED -> word + " from " + entry.detail();
          case RENAMED -> word + " to " + entry.detail();
          case MERGED, UNDONE -> word + ", paths: " + entry.detail();
          default -> word + " " + entry.detail();
        };
  }

  private static void json(JsonGenerator json, History.Entry entry) throws IOException {
    json.writeStringField("time", entry.time().toString());
    json.writeStringField("event", entry.event().word());
    json.writeStringField("name", entry.name().text());
    switch (entry.event()) {
      case RENAMED -> json.writeStringField("new_name", entry.detail());
      case CLONED -> json.writeStringField("source", entry.detail());
      case ENDED -> number(json, "exit_status", entry);
      default -> number(json, "paths", entry);
    }
  }

  private static void number(JsonGenerator json, String field, History.Entry entry)
      throws IOException {
    if (!entry.detail().isEmpty()) {
      json.writeNumberField(field, Integer.parseInt(entry.detail()));
    }
  }

  private static int most(String text) {
    if (!text.matches("0*[1-9][0-9]{0,5}")) {
      throw new WrongUsage(
          "-n must be a number of events, not '" + Printable.of(text) + "'", "for example: -n 20");
    }
    return Integer.parseInt(text);
  }
}
