package dev.bawn.launcher.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.JsonOutput;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.cli.Words;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.trust.KernelPolicies;
import dev.bawn.contract.trust.LoadedPolicy;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code agents [AGENT|PROJECT]}: the agents that are the caller's. The names in the JSON are
 * stable: {@code agent}, {@code serial}, {@code profile}, {@code apparmor} and, for each of its
 * projects, {@code project}, {@code role} and {@code source}.
 */
final class AgentsCommand implements Command {

  private final Function<Surroundings, Gate> gate;

  AgentsCommand(Function<Surroundings, Gate> gate) {
    this.gate = gate;
  }

  @Override
  public CommandSpec spec() {
    return Words.command()
        .addPositional(
            Words.optional(
                "AGENT|PROJECT", "only this agent, or those on this project (id or path)"))
        .addOption(Words.flag("--json", "as JSON, one array"));
  }

  @Override
  public List<String> examples() {
    return List.of("bawn agents", "bawn agents app --json");
  }

  /**
   * An agent and one of its projects, if it has any.
   *
   * @param apparmor what the kernel enforces: a mode, {@code missing}, or {@code none}
   */
  private record Row(Manifest manifest, Optional<Assignment> assignment, String apparmor) {

    boolean matches(String word) {
      return manifest.agent().text().equals(word)
          || project().equals(word)
          || source().equals(word);
    }

    String project() {
      return assignment.map(each -> each.id().text()).orElse("-");
    }

    String role() {
      return assignment.map(Assignment::role).map(Printable::of).orElse("-");
    }

    String source() {
      return assignment.map(each -> each.source().text()).orElse("-");
    }
  }

  @Override
  public int run(Typed typed, Surroundings here) {
    Gate through = gate.apply(here);
    List<Row> rows = new ArrayList<>();
    for (Manifest manifest : through.agents(here).manifests()) {
      rows.addAll(rows(manifest, apparmor(manifest, through)));
    }
    Optional<String> wanted = typed.words().stream().findFirst();
    wanted.ifPresent(word -> rows.removeIf(row -> !row.matches(word)));
    if (wanted.isPresent() && rows.isEmpty()) {
      throw new NotFound(
          "no agent of yours is called '" + Printable.of(wanted.get()) + "' or works on it",
          "see all of yours: bawn agents");
    }
    if (typed.has("--json")) {
      JsonOutput.print(here.out(), json -> json(json, rows));
    } else {
      table(here, rows);
    }
    return 0;
  }

  private static List<Row> rows(Manifest manifest, String apparmor) {
    if (manifest.assignments().isEmpty()) {
      return List.of(new Row(manifest, Optional.empty(), apparmor));
    }
    return manifest.assignments().stream()
        .map(each -> new Row(manifest, Optional.of(each), apparmor))
        .toList();
  }

  private static String apparmor(Manifest manifest, Gate gate) {
    KernelPolicies kernel = new KernelPolicies(gate.layout());
    if (!kernel.hasAppArmor()) {
      return "none";
    }
    try {
      return kernel
          .loaded(manifest.agent().profileName())
          .map(LoadedPolicy::mode)
          .orElse("missing");
    } catch (IOException e) {
      return "unknown";
    }
  }

  private static void table(Surroundings here, List<Row> rows) {
    if (rows.isEmpty()) {
      here.err().println("no agents are yours; ask root: sudo bawn-admin create AGENT");
      return;
    }
    List<List<String>> cells = new ArrayList<>();
    cells.add(List.of("AGENT", "PROJECT", "ROLE", "APPARMOR", "SOURCE"));
    for (Row row : rows) {
      String agent = row.manifest().agent().text();
      cells.add(List.of(agent, row.project(), row.role(), row.apparmor(), row.source()));
    }
    print(here.out(), cells);
  }

  /** Columns as wide as they need to be; the last one, which is the longest, runs free. */
  private static void print(PrintStream out, List<List<String>> cells) {
    for (List<String> row : cells) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < row.size() - 1; column++) {
        int at = column;
        int width = cells.stream().mapToInt(each -> each.get(at).length()).max().orElse(0);
        String cell = row.get(column);
        line.append(cell).append(" ".repeat(width - cell.length() + 2));
      }
      out.println(line.append(row.getLast()));
    }
  }

  private static void json(JsonGenerator json, List<Row> rows) throws IOException {
    json.writeStartArray();
    for (Row row : rows) {
      json.writeStartObject();
      json.writeStringField("agent", row.manifest().agent().text());
      json.writeNumberField("serial", row.manifest().serial().number());
      json.writeStringField("profile", row.manifest().profile().word());
      json.writeStringField("apparmor", row.apparmor());
      if (row.assignment().isPresent()) {
        json.writeStringField("project", row.project());
        json.writeStringField("role", row.assignment().get().role());
        json.writeStringField("source", row.source());
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
