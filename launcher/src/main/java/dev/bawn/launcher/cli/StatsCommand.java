package dev.bawn.launcher.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Count;
import dev.bawn.contract.cli.JsonOutput;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.Printable;
import dev.bawn.launcher.engine.SessionStates;
import dev.bawn.launcher.record.SessionPlaces;
import dev.bawn.launcher.sessions.DiskUse;
import dev.bawn.launcher.sessions.Home;
import dev.bawn.launcher.sessions.Homes;
import dev.bawn.launcher.sessions.ListedSession;
import dev.bawn.launcher.sessions.SessionTokens;
import dev.bawn.launcher.sessions.Sessions;
import dev.bawn.launcher.transcript.TokenCount;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code stats}: counts the sessions, the disk space of their files, and the tokens that they used
 * since their last start. Its JSON: {@code counts} by status, {@code workspaces_bytes}, {@code
 * records_bytes}, {@code homes_bytes}, {@code complete}, and {@code sessions} ({@code name}, {@code
 * workspace_bytes}, {@code record_bytes}), the largest first; if tokens are known, in each session
 * and in total {@code input_tokens}, {@code output_tokens}, {@code cached_tokens}, {@code
 * tokens_complete}, and {@code cost_usd} if the tools wrote one down.
 */
record StatsCommand(Function<Surroundings, CommandContext> context) implements Command {

  private static final int SHOWN = 3;

  /**
   * A session.
   *
   * @param workspace bytes of its changes, and of the files that merges replaced
   * @param record bytes of its record and log
   * @param tokens the used tokens, if they are known
   */
  private record Size(String name, long workspace, long record, Optional<TokenCount> tokens) {
    long all() {
      return workspace + record;
    }
  }

  /** The statistics. */
  private record Stats(Map<String, Long> counts, List<Size> sizes, long homes, boolean isComplete) {

    long workspaces() {
      return sizes.stream().mapToLong(Size::workspace).sum();
    }

    long records() {
      return sizes.stream().mapToLong(Size::record).sum();
    }

    /** The sessions that used tokens, the highest number first. */
    List<Size> spenders() {
      return sizes.stream()
          .filter(each -> each.tokens().isPresent())
          .sorted(
              Comparator.comparingLong((Size each) -> each.tokens().orElseThrow().fresh())
                  .reversed())
          .toList();
    }

    Optional<TokenCount> tokens() {
      return sizes.stream().flatMap(each -> each.tokens().stream()).reduce(TokenCount::plus);
    }
  }

  @Override
  public CommandSpec spec() {
    return Parameters.command().addOption(Parameters.flag("--json", "print JSON, one object"));
  }

  @Override
  public List<String> examples() {
    return List.of("bawn stats", "bawn stats --json");
  }

  @Override
  public int run(Typed typed, Surroundings here) {
    SessionPlaces places = OwnPlaces.of(here);
    SessionTokens tokens = ListedOutput.tokens(context.apply(here), here);
    Stats stats = look(places, SessionStates.on(here.layout()), tokens);
    if (typed.has("--json")) {
      JsonOutput.print(here.out(), json -> json(json, stats));
    } else {
      print(stats, places, here);
      if (!stats.isComplete()) {
        here.note(
            "bawn: warning: some directories cannot be read, for example because a session"
                + " removed your permission: their files are not counted");
      }
      tokens
          .missing()
          .ifPresent(name ->
              here.note(
                  "bawn: hint: to see the tokens of more sessions, install the package " + name));
    }
    return 0;
  }

  private static Stats look(SessionPlaces places, SessionStates states, SessionTokens tokens) {
    List<ListedSession> sessions = new Sessions(places, states).all();
    List<Path> homes = new Homes(places, states).all().stream().map(Home::directory).toList();
    List<Path> measured = new ArrayList<>(homes);
    sessions.forEach(each -> measured.addAll(DiskUse.directories(places, each.name())));
    DiskUse use = DiskUse.of(places, measured);
    Map<String, Long> counts =
        sessions.stream()
            .collect(
                Collectors.groupingBy(ListedSession::word, TreeMap::new, Collectors.counting()));
    Map<String, TokenCount> used = tokens.of(sessions);
    List<Size> sizes =
        sessions.stream()
            .map(each ->
                new Size(
                    each.name(),
                    use.of(places.workspaces().resolve(each.name())),
                    use.of(places.sessions().resolve(each.name())),
                    Optional.ofNullable(used.get(each.name()))))
            .sorted(Comparator.comparingLong(Size::all).reversed())
            .toList();
    return new Stats(counts, sizes, homes.stream().mapToLong(use::of).sum(), use.isComplete());
  }

  private static void print(Stats stats, SessionPlaces places, Surroundings here) {
    String counts =
        stats.counts().entrySet().stream()
            .map(each -> each.getValue() + " " + each.getKey())
            .collect(Collectors.joining(", "));
    line("sessions", stats.sizes().size() + (counts.isEmpty() ? "" : ": " + counts), here);
    line("workspaces", size(stats.workspaces(), places.workspaces()), here);
    line("records", size(stats.records(), places.sessions()), here);
    line("homes", size(stats.homes(), places.homes()), here);
    if (!stats.sizes().isEmpty()) {
      line(
          "largest",
          stats.sizes().stream()
              .limit(SHOWN)
              .map(each -> Printable.whole(each.name()) + " " + Count.bytes(each.all()))
              .collect(Collectors.joining(", ")),
          here);
    }
    stats.tokens().ifPresent(tokens -> print(tokens, stats, here));
  }

  private static void print(TokenCount tokens, Stats stats, Surroundings here) {
    List<Size> spenders = stats.spenders();
    int unknown = stats.sizes().size() - spenders.size();
    line(
        "tokens",
        tokens + (unknown == 0 ? "" : "; unknown for " + Count.of(unknown, "session")),
        here);
    line(
        "most tokens",
        spenders.stream()
            .limit(SHOWN)
            .map(each ->
                Printable.whole(each.name())
                    + " "
                    + Count.rounded(each.tokens().orElseThrow().fresh()))
            .collect(Collectors.joining(", ")),
        here);
  }

  private static String size(long bytes, Path directory) {
    return Count.bytes(bytes) + " in " + Printable.whole(directory);
  }

  private static void line(String label, String text, Surroundings here) {
    here.out().println(label + " ".repeat(12 - label.length()) + text);
  }

  private static void json(JsonGenerator json, Stats stats) throws IOException {
    json.writeStartObject();
    json.writeObjectFieldStart("counts");
    for (Map.Entry<String, Long> each : stats.counts().entrySet()) {
      json.writeNumberField(each.getKey(), each.getValue());
    }
    json.writeEndObject();
    json.writeNumberField("workspaces_bytes", stats.workspaces());
    json.writeNumberField("records_bytes", stats.records());
    json.writeNumberField("homes_bytes", stats.homes());
    json.writeBooleanField("complete", stats.isComplete());
    if (stats.tokens().isPresent()) {
      ListedOutput.json(json, stats.tokens().get());
    }
    json.writeArrayFieldStart("sessions");
    for (Size each : stats.sizes()) {
      json.writeStartObject();
      json.writeStringField("name", each.name());
      json.writeNumberField("workspace_bytes", each.workspace());
      json.writeNumberField("record_bytes", each.record());
      if (each.tokens().isPresent()) {
        ListedOutput.json(json, each.tokens().get());
      }
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}
