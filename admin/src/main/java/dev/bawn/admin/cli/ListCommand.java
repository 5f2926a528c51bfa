package dev.bawn.admin.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.JsonOutput;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.cli.Words;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Printable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;

/** {@code list [AGENT|PROJECT]}: a row for each agent and project. */
final class ListCommand implements Command {

  @Override
  public CommandSpec spec() {
    return Words.command()
        .addPositional(
            Words.optional("AGENT|PROJECT", "only this agent, or the agents of this project"))
        .addOption(Words.flag("--json", "as JSON, one array"));
  }

  @Override
  public List<String> examples() {
    return List.of("sudo bawn-admin list", "sudo bawn-admin list app --json");
  }

  @Override
  public int run(Typed typed, Surroundings here) {
    Assembly assembly = new Assembly(here);
    assembly.requireInitialised();
    try {
      List<Row> rows = rows(assembly, typed.words().stream().findFirst());
      if (typed.has("--json")) {
        JsonOutput.print(here.out(), json -> json(json, rows));
      } else {
        here.out().print(table(rows));
      }
      return 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** An agent, and one of its projects if it has any. */
  private record Row(Manifest manifest, Optional<Assignment> assignment, String kernel) {
    boolean matches(String word) {
      return manifest.agent().text().equals(word)
          || assignment
              .filter(each -> each.id().text().equals(word) || each.source().text().equals(word))
              .isPresent();
    }
  }

  private static List<Row> rows(Assembly assembly, Optional<String> wanted) throws IOException {
    List<Row> rows = new ArrayList<>();
    for (Manifest manifest : assembly.state().manifests()) {
      String kernel = assembly.kernelState(manifest);
      if (manifest.assignments().isEmpty()) {
        rows.add(new Row(manifest, Optional.empty(), kernel));
      }
      manifest
          .assignments()
          .forEach(each -> rows.add(new Row(manifest, Optional.of(each), kernel)));
    }
    wanted.ifPresent(word -> rows.removeIf(row -> !row.matches(word)));
    if (wanted.isPresent() && rows.isEmpty()) {
      throw new NotFound(
          "there is no agent or assigned project '" + Printable.of(wanted.get()) + "'",
          "see: sudo bawn-admin list");
    }
    return rows;
  }

  private static String table(List<Row> rows) {
    if (rows.isEmpty()) {
      return "no agents yet; make one: sudo bawn-admin create a.noir\n";
    }
    Help.TextTable table =
        Help.TextTable.forColumns(
            Help.defaultColorScheme(Ansi.OFF),
            new Help.Column(16, 0, Help.Column.Overflow.SPAN),
            new Help.Column(18, 1, Help.Column.Overflow.SPAN),
            new Help.Column(10, 1, Help.Column.Overflow.SPAN),
            new Help.Column(10, 1, Help.Column.Overflow.SPAN),
            new Help.Column(26, 1, Help.Column.Overflow.SPAN));
    table.addRowValues("AGENT", "PROFILE", "APPARMOR", "ROLE", "PROJECT");
    for (Row row : rows) {
      table.addRowValues(
          row.manifest().agent().text(),
          row.manifest().profile().word() + " (" + row.manifest().commands().size() + ")",
          row.kernel(),
          row.assignment().map(Assignment::role).orElse("-"),
          row.assignment().map(each -> each.source().text()).orElse("-"));
    }
    return table.toString();
  }

  private static void json(JsonGenerator json, List<Row> rows) throws IOException {
    json.writeStartArray();
    for (Row row : rows) {
      json.writeStartObject();
      json.writeStringField("agent", row.manifest().agent().text());
      json.writeNumberField("uid", row.manifest().uid().number());
      json.writeNumberField("serial", row.manifest().serial().number());
      json.writeStringField("profile", row.manifest().profile().word());
      json.writeStringField("apparmor", row.kernel());
      JsonOutput.texts(json, "commands", names(row.manifest()));
      if (row.assignment().isPresent()) {
        json.writeStringField("project", row.assignment().get().id().text());
        json.writeStringField("source", row.assignment().get().source().text());
        json.writeStringField("role", row.assignment().get().role());
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static List<String> names(Manifest manifest) {
    return manifest.commands().stream()
        .map(command -> command.name())
        .map(CommandName::text)
        .toList();
  }
}
