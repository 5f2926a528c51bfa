package dev.bawn.launcher.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.agent.KeyName;
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
import dev.bawn.contract.tool.DefinitionOrigin;
import dev.bawn.contract.tool.ToolDefinition;
import dev.bawn.contract.tool.ToolDefinitions;
import dev.bawn.launcher.tool.RememberedTools;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code tools list|show|path|forget}: shows the known agent tools, and the files that define them.
 * The names in the JSON are stable: {@code tool}, {@code label}, {@code command}, {@code npm},
 * {@code keys}, {@code origin} ({@code yours}, {@code root} or {@code bawn}), {@code file}, and
 * {@code program} if {@code --tool-path} named one.
 */
record ToolsCommand(Function<Surroundings, CommandContext> context) implements Command {

  private enum Action implements Spelling {
    LIST,
    SHOW,
    PATH,
    FORGET
  }

  @Override
  public CommandSpec spec() {
    return Parameters.command()
        .addPositional(
            Parameters.action(
                "list|show|path|forget",
                "list the tools, show a definition, print its path, or forget a --tool-path"))
        .addPositional(Parameters.object("TOOL", "show, path, forget: the tool"))
        .addOption(Parameters.flag("--json", "list: print JSON, one array"));
  }

  @Override
  public List<String> examples() {
    return List.of(
        "bawn tools list",
        "bawn tools show claude",
        "bawn tools path claude",
        "bawn tools forget my-tool");
  }

  @Override
  public int run(Typed typed, Surroundings here) throws IOException {
    List<String> words = typed.words();
    Action action = Parameters.choice("action of tools", words.getFirst(), Action.values());
    CommandContext through = context.apply(here);
    ToolDefinitions definitions = through.system().definitions(here);
    RememberedTools remembered = through.system().rememberedTools(here);
    Known known = new Known(definitions, remembered);
    switch (action) {
      case LIST -> {
        typed.requireAtMost(1);
        list(known, typed.has("--json"), here);
      }
      case SHOW -> show(known, known.tool(words), here);
      case PATH -> path(known, known.tool(words), here);
      case FORGET -> forget(remembered, named(words), here);
    }
    return 0;
  }

  /**
   * The definition of a tool.
   *
   * @throws NotFound if no file defines it, with the most similar name
   */
  static ToolDefinition known(CommandName name, ToolDefinitions definitions) {
    return definitions.find(name).orElseThrow(() -> undefined(name, definitions));
  }

  private static NotFound undefined(CommandName name, ToolDefinitions definitions) {
    List<String> names = definitions.all().stream().map(tool -> tool.name().text()).toList();
    return new NotFound(
        "no tool definition for " + name,
        NearestMatch.hint(name.text(), names, "see: bawn tools list"));
  }

  /** The definitions of tools, and the programs that users named. */
  private record Known(ToolDefinitions definitions, RememberedTools remembered) {

    /** The known tool that an argument names. */
    CommandName tool(List<String> words) {
      CommandName name = named(words);
      if (definitions.file(name).isPresent() || remembered.program(name).isPresent()) {
        return name;
      }
      throw undefined(name, definitions);
    }

    /** The defined tools by rank, then tools with a known program and no definition. */
    List<ToolDefinition> all() {
      List<ToolDefinition> all = new ArrayList<>(definitions.all());
      for (CommandName name : remembered.tools()) {
        if (definitions.file(name).isEmpty()) {
          all.add(definitions.of(name));
        }
      }
      return all;
    }

    String origin(CommandName tool) {
      return definitions.origin(tool).map(DefinitionOrigin::word).orElse("-");
    }
  }

  private static CommandName named(List<String> words) {
    if (words.size() < 2) {
      throw new WrongUsage("expected a tool", "see: bawn tools list");
    }
    return CommandName.of(words.get(1));
  }

  private static void list(Known known, boolean asJson, Surroundings here) {
    List<ToolDefinition> all = known.all();
    if (asJson) {
      JsonOutput.print(
          here.out(),
          json -> JsonOutput.objects(json, all, (each, tool) -> json(each, tool, known)));
      return;
    }
    Table table =
        new Table(
            List.of(
                new Column("TOOL", Cut.NEVER),
                new Column("LABEL", Cut.END),
                new Column("COMMAND", Cut.NEVER),
                new Column("FROM", Cut.NEVER),
                new Column("KEYS", Cut.WRAP)));
    for (ToolDefinition tool : all) {
      table.row(
          List.of(
              tool.name().text(),
              Printable.of(tool.label()),
              tool.command().text(),
              known.origin(tool.name()),
              String.join(" ", keys(tool))));
    }
    table.lines(Width.of(here)).forEach(here.out()::println);
  }

  private static List<String> keys(ToolDefinition tool) {
    return tool.keys().names().stream().map(KeyName::text).toList();
  }

  private static void json(JsonGenerator json, ToolDefinition tool, Known known)
      throws IOException {
    json.writeStringField("tool", tool.name().text());
    json.writeStringField("label", tool.label());
    json.writeStringField("command", tool.command().text());
    if (tool.npm().isPresent()) {
      json.writeStringField("npm", tool.npm().get());
    }
    JsonOutput.texts(json, "keys", keys(tool));
    if (known.definitions().origin(tool.name()).isPresent()) {
      json.writeStringField("origin", known.origin(tool.name()));
    }
    Optional<Path> file = known.definitions().file(tool.name());
    if (file.isPresent()) {
      json.writeStringField("file", file.get().toString());
    }
    Optional<Path> program = known.remembered().program(tool.name());
    if (program.isPresent()) {
      json.writeStringField("program", program.get().toString());
    }
  }

  /** Prints the file of the definition, then the named program, as far as they exist. */
  private static void path(Known known, CommandName tool, Surroundings here) {
    line(known.definitions().file(tool), "", here);
    line(known.remembered().program(tool), "", here);
  }

  private static void line(Optional<Path> path, String before, Surroundings here) {
    path.ifPresent(each -> here.out().println(before + Printable.whole(each)));
  }

  private static void show(Known known, CommandName tool, Surroundings here) throws IOException {
    Optional<Path> file = known.definitions().file(tool);
    line(file, "# ", here);
    line(known.remembered().program(tool), "# its program, as --tool-path said: ", here);
    if (file.isEmpty()) {
      return;
    }
    known.definitions().of(tool);
    for (String line : Files.readAllLines(file.get(), StandardCharsets.UTF_8)) {
      here.out().println(Printable.whole(line));
    }
  }

  private static void forget(RememberedTools remembered, CommandName tool, Surroundings here) {
    if (!remembered.forget(tool)) {
      throw new NotFound(
          "bawn remembers no program for " + tool,
          "to name one: bawn launch --tool " + tool + " --tool-path FILE");
    }
    here.err().println("forgot the program of " + tool + "; the next start looks for one");
  }
}
