package dev.bawn.launcher.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.agent.KeyName;
import dev.bawn.contract.agent.Word;
import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.JsonOutput;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Table;
import dev.bawn.contract.cli.Table.Column;
import dev.bawn.contract.cli.Table.Cut;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.cli.Width;
import dev.bawn.contract.cli.Words;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.contract.toml.NearestWord;
import dev.bawn.contract.tool.ToolDefinition;
import dev.bawn.contract.tool.ToolDefinitions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code tools list|show|path}: what bawn knows about agent tools, and where it is written. The
 * names in the JSON are stable: {@code tool}, {@code label}, {@code command}, {@code npm}, {@code
 * keys} and {@code file}.
 */
final class ToolsCommand implements Command {

  private enum Action implements Word {
    LIST,
    SHOW,
    PATH
  }

  private final Function<Surroundings, Gate> gate;

  ToolsCommand(Function<Surroundings, Gate> gate) {
    this.gate = gate;
  }

  @Override
  public CommandSpec spec() {
    return Words.command()
        .addPositional(Words.action("list|show|path", "what to do"))
        .addPositional(Words.object("TOOL", "show, path: which"))
        .addOption(Words.flag("--json", "list: as JSON, one array"));
  }

  @Override
  public List<String> examples() {
    return List.of("bawn tools list", "bawn tools show claude", "bawn tools path claude");
  }

  @Override
  public int run(Typed typed, Surroundings here) {
    List<String> words = typed.words();
    Action action = Words.choice("action of tools", words.getFirst(), List.of(Action.values()));
    ToolDefinitions definitions = gate.apply(here).definitions();
    switch (action) {
      case LIST -> list(definitions, typed.has("--json"), here);
      case SHOW -> show(file(definitions, words), here);
      case PATH -> here.out().println(Printable.whole(file(definitions, words).toString()));
    }
    return 0;
  }

  private static void list(ToolDefinitions definitions, boolean asJson, Surroundings here) {
    List<ToolDefinition> all = definitions.all();
    if (asJson) {
      JsonOutput.print(
          here.out(),
          json -> JsonOutput.objects(json, all, (each, tool) -> json(each, tool, definitions)));
      return;
    }
    Table table =
        new Table(
            List.of(
                new Column("TOOL", Cut.NEVER),
                new Column("LABEL", Cut.END),
                new Column("COMMAND", Cut.NEVER),
                new Column("KEYS", Cut.END)));
    for (ToolDefinition tool : all) {
      table.row(
          List.of(
              tool.name().text(),
              Printable.of(tool.label()),
              tool.command().text(),
              String.join(" ", keys(tool))));
    }
    table.lines(Width.of(here)).forEach(here.out()::println);
  }

  private static List<String> keys(ToolDefinition tool) {
    return tool.keys().names().stream().map(KeyName::text).toList();
  }

  private static void json(JsonGenerator json, ToolDefinition tool, ToolDefinitions definitions)
      throws IOException {
    json.writeStringField("tool", tool.name().text());
    json.writeStringField("label", tool.label());
    json.writeStringField("command", tool.command().text());
    if (tool.npm().isPresent()) {
      json.writeStringField("npm", tool.npm().get());
    }
    JsonOutput.texts(json, "keys", keys(tool));
    json.writeStringField("file", definitions.file(tool.name()).orElseThrow().toString());
  }

  private static Path file(ToolDefinitions definitions, List<String> words) {
    if (words.size() < 2) {
      throw new WrongUsage("which tool?", "see: bawn tools list");
    }
    CommandName name = CommandName.of(words.get(1));
    return definitions.file(name).orElseThrow(() -> unknown(name, definitions));
  }

  private static NotFound unknown(CommandName name, ToolDefinitions definitions) {
    List<String> names = definitions.all().stream().map(tool -> tool.name().text()).toList();
    String all = "see: bawn tools list";
    return new NotFound(
        "no definition says what " + name + " is",
        NearestWord.to(name.text(), names)
            .map(near -> "did you mean " + near + "? " + all)
            .orElse(all));
  }

  private static void show(Path file, Surroundings here) {
    try {
      here.out().println("# " + Printable.whole(file.toString()));
      for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
        here.out().println(Printable.whole(line));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
