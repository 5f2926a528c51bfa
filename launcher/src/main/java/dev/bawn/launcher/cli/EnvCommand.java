package dev.bawn.launcher.cli;

import com.fasterxml.jackson.core.JsonGenerator;
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
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.NearestMatch;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.contract.tool.ToolDefinition;
import dev.bawn.launcher.config.PersonalDirectory;
import dev.bawn.launcher.key.Editor;
import dev.bawn.launcher.key.Key;
import dev.bawn.launcher.key.KeyFile;
import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code env list|get|set|unset|edit|path}: the caller's stored API keys. A value is never taken
 * from the command line, which every user of the machine can read.
 */
record EnvCommand(Function<Surroundings, CommandContext> context) implements Command {

  /** The source of a key that is not set, in the JSON. */
  private static final String NONE = "none";

  private enum Action implements Spelling {
    LIST,
    GET,
    SET,
    UNSET,
    EDIT,
    PATH
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec = Parameters.command();
    spec.usageMessage()
        .customSynopsis("bawn env get|set|unset NAME", "bawn env list [--json]|edit|path");
    return spec.addPositional(Parameters.action("list|get|set|unset|edit|path"))
        .addPositional(
            Parameters.object(
                "NAME",
                "get, set, unset: the key; set asks for its value, or reads the first line of"
                    + " standard input"))
        .addPositional(Parameters.unwanted(2))
        .addOption(Parameters.flag("--json", "list: print JSON, one array"));
  }

  @Override
  public List<String> examples() {
    return List.of(
        "bawn env list",
        "bawn env set ANTHROPIC_API_KEY",
        "pass show openai | bawn env set OPENAI_API_KEY",
        "bawn env unset OPENAI_API_KEY");
  }

  @Override
  public int run(Typed typed, Surroundings here) throws IOException {
    Action action = Parameters.choice("action of env", typed.words().getFirst(), Action.values());
    KeyFile file =
        KeyFile.in(here.environment(), here.user()).orElseThrow(PersonalDirectory::missing);
    if (action == Action.LIST || action == Action.EDIT || action == Action.PATH) {
      typed.requireAtMost(1);
    }
    switch (action) {
      case LIST -> list(file, typed.has("--json"), here);
      case GET -> here.out().println(get(file, name(typed)).value());
      case SET -> {
        KeyName name = toSet(typed);
        set(file, name, here);
        tellUnread(name, file, here);
      }
      case UNSET -> unset(file, name(typed));
      case EDIT -> edit(file, here);
      case PATH -> here.out().println(file.path());
    }
    return 0;
  }

  private void tellUnread(KeyName name, KeyFile file, Surroundings here) {
    if (rows(file, here).stream()
        .anyMatch(row -> row.name().equals(name.text()) && row.tools().isEmpty())) {
      here.note(
          "bawn: no tool names "
              + name
              + " as a key, so a session gets it only with: --env "
              + name);
    }
  }

  private static KeyName name(Typed typed) {
    if (typed.words().size() < 2) {
      throw new WrongUsage("expected the name of a key", example(typed));
    }
    String word = typed.words().get(1);
    typed.requireAtMost(2);
    try {
      return KeyName.of(word);
    } catch (IllegalArgumentException e) {
      throw new WrongUsage(
          "'" + Printable.of(word) + "' is not the name of a key: " + e.getMessage(),
          example(typed));
    }
  }

  private static String example(Typed typed) {
    return "for example: bawn env " + typed.words().getFirst() + " ANTHROPIC_API_KEY";
  }

  private static KeyName toSet(Typed typed) {
    List<String> words = typed.words();
    if (words.size() > 2 || words.size() > 1 && words.get(1).contains("=")) {
      throw new WrongUsage(
          "the value of a key must not be on the command line: other users can read it",
          "revoke this key at its service, and create another; then give only the name: bawn asks for the value");
    }
    return name(typed);
  }

  private static Key get(KeyFile file, KeyName name) {
    return file.find(name).orElseThrow(() -> noKey(file, name, "set it: bawn env set " + name));
  }

  private static void set(KeyFile file, KeyName name, Surroundings here) throws IOException {
    try {
      file.set(new Key(name, value(name, here)));
    } catch (CharacterCodingException e) {
      throw new WrongUsage(
          "the value of a key must be UTF-8", "nothing was changed; see: bawn env list");
    } catch (IllegalArgumentException e) {
      throw new WrongUsage(
          e.getMessage(), "nothing was changed; type it, or: pass show KEY | bawn env set " + name);
    }
  }

  /** Reads the value from the terminal without an echo, or the first line of standard input. */
  private static String value(KeyName name, Surroundings here) throws IOException {
    Console console = here.terminals().canAsk() ? System.console() : null;
    if (console != null) {
      char[] typed = console.readPassword("%s: ", name);
      return typed == null ? "" : new String(typed);
    }
    BufferedReader reader =
        new BufferedReader(new InputStreamReader(here.in(), StandardCharsets.UTF_8.newDecoder()));
    String line = reader.readLine();
    // only what was read with the first line: the writer may keep a pipe open
    if (line != null && reader.ready()) {
      here.note("bawn: only the first line of standard input is the value of " + name);
    }
    return line == null ? "" : line;
  }

  private static void unset(KeyFile file, KeyName name) {
    if (!file.unset(name)) {
      throw noKey(file, name, "see: bawn env list");
    }
  }

  private static NotFound noKey(KeyFile file, KeyName name, String otherwise) {
    List<String> kept = file.all().stream().map(each -> each.name().text()).toList();
    return new NotFound("there is no key " + name, NearestMatch.hint(name.text(), kept, otherwise));
  }

  private static void edit(KeyFile file, Surroundings here) {
    Editor.requirePossible(here, file.path());
    file.make();
    int status = Editor.of(here.environment()).open(file.path());
    if (status != 0) {
      throw new Failed("the editor ended with status " + status, "see: bawn env list");
    }
    file.all();
  }

  /** A key that a tool reads, or that is stored. */
  private record Row(String name, String source, List<String> tools) {}

  private List<Row> rows(KeyFile file, Surroundings here) {
    SortedMap<KeyName, List<String>> readers = new TreeMap<>();
    for (ToolDefinition tool : context.apply(here).system().definitions(here).all()) {
      for (KeyName name : tool.keys().names()) {
        readers.computeIfAbsent(name, each -> new ArrayList<>()).add(tool.name().text());
      }
    }
    List<KeyName> kept = file.all().stream().map(Key::name).toList();
    kept.forEach(name -> readers.computeIfAbsent(name, each -> List.of()));
    return readers.entrySet().stream()
        .map(each ->
            new Row(each.getKey().text(), source(each.getKey(), kept, here), each.getValue()))
        .toList();
  }

  /** The source of a key; as at a launch, the environment comes first. */
  private static String source(KeyName name, List<KeyName> kept, Surroundings here) {
    if (here.environment().containsKey(name.text())) {
      return "environment";
    }
    return kept.contains(name) ? "file" : NONE;
  }

  private void list(KeyFile file, boolean asJson, Surroundings here) {
    List<Row> rows = rows(file, here);
    if (asJson) {
      JsonOutput.print(here.out(), json -> JsonOutput.objects(json, rows, EnvCommand::json));
      return;
    }
    Table table =
        new Table(
            List.of(
                new Column("KEY", Cut.NEVER),
                new Column("SET IN", Cut.NEVER),
                new Column("TOOLS", Cut.WRAP)));
    for (Row row : rows) {
      table.row(
          List.of(
              row.name(),
              row.source().equals(NONE) ? "-" : row.source(),
              String.join(" ", row.tools())));
    }
    table.lines(Width.of(here)).forEach(here.out()::println);
  }

  private static void json(JsonGenerator json, Row row) throws IOException {
    json.writeStringField("name", row.name());
    json.writeStringField("source", row.source());
    JsonOutput.texts(json, "tools", row.tools());
  }
}
