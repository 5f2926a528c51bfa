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
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Printable;
import dev.bawn.launcher.config.EffectiveSettings;
import dev.bawn.launcher.config.PersonalDirectory;
import dev.bawn.launcher.config.ReplacedFile;
import dev.bawn.launcher.config.Setting;
import dev.bawn.launcher.config.SettingsTemplate;
import dev.bawn.launcher.config.Value;
import dev.bawn.launcher.key.Editor;
import dev.bawn.launcher.request.SessionArguments;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code config show|path|edit [PROJECT]}: the settings in effect, and the file that sets each one.
 * The names in the JSON are stable: {@code key}, and {@code values}, each with {@code value} and
 * {@code origin} ({@code default}, {@code config.toml} or {@code .bawn.toml}).
 */
record ConfigCommand(Function<Surroundings, CommandContext> context) implements Command {

  private enum Action implements Spelling {
    SHOW,
    PATH,
    EDIT
  }

  @Override
  public CommandSpec spec() {
    return Parameters.command()
        .addPositional(
            Parameters.action(
                "show|path|edit",
                "show the settings, print the path of config.toml, or edit this file"))
        .addPositional(
            Parameters.object(
                "PROJECT",
                "show: for this project (default: the project of the current directory)"))
        .addOption(SessionArguments.here())
        .addOption(Parameters.flag("--json", "show: print JSON, one array"));
  }

  @Override
  public List<String> examples() {
    return List.of("bawn config show", "bawn config show ~/app --json", "bawn config edit");
  }

  @Override
  public int run(Typed typed, Surroundings here) throws IOException {
    List<String> words = typed.words();
    Action action = Parameters.choice("action of config", words.getFirst(), Action.values());
    switch (action) {
      case SHOW -> show(words.subList(1, words.size()), typed, here);
      case PATH -> here.out().println(path(here));
      case EDIT -> edit(path(here), here);
    }
    return 0;
  }

  private static Path path(Surroundings here) {
    return EffectiveSettings.path(here.environment()).orElseThrow(PersonalDirectory::missing);
  }

  private void show(List<String> words, Typed typed, Surroundings here) {
    Path project = ProjectArgument.of(words, typed.has(SessionArguments.HERE), here);
    EffectiveSettings settings = context.apply(here).system().settings(Optional.of(project), here);
    List<Setting> all = Arrays.asList(Setting.values());
    if (typed.has("--json")) {
      JsonOutput.print(
          here.out(),
          json -> JsonOutput.objects(json, all, (each, setting) -> json(each, setting, settings)));
    } else {
      table(all, settings, here);
    }
    Notice.of(settings, here.directory()).ifPresent(here::note);
    warnOfOtherName(here);
  }

  /** Warns of a file with the name that the file in projects and the man page have. */
  private static void warnOfOtherName(Surroundings here) {
    Optional<Path> file = EffectiveSettings.path(here.environment());
    Optional<Path> other = file.map(each -> each.resolveSibling("bawn.toml"));
    if (other.filter(Files::exists).isPresent()) {
      here.note(
          "bawn: warning: "
              + Printable.whole(other.get())
              + " is not read; the settings of the user are in "
              + Printable.whole(file.get().getFileName()));
    }
  }

  private static void table(List<Setting> all, EffectiveSettings settings, Surroundings here) {
    Table table =
        new Table(
            List.of(
                new Column("KEY", Cut.NEVER),
                new Column("VALUE", Cut.END),
                new Column("FROM", Cut.NEVER)));
    for (Setting setting : all) {
      List<Value> values = settings.of(setting);
      if (values.isEmpty()) {
        table.row(List.of(setting.key(), "-", "default"));
      }
      String key = setting.key();
      for (Value value : values) {
        table.row(List.of(key, Printable.of(value.text()), value.origin().word()));
        key = "";
      }
    }
    table.lines(Width.of(here)).forEach(here.out()::println);
  }

  private static void json(JsonGenerator json, Setting setting, EffectiveSettings settings)
      throws IOException {
    json.writeStringField("key", setting.key());
    json.writeFieldName("values");
    JsonOutput.objects(
        json,
        settings.of(setting),
        (each, value) -> {
          each.writeStringField("value", value.text());
          each.writeStringField("origin", value.origin().word());
        });
  }

  private void edit(Path file, Surroundings here) throws IOException {
    Editor.requirePossible(here, file);
    boolean isNew = !Files.exists(file, LinkOption.NOFOLLOW_LINKS);
    if (isNew) {
      ReplacedFile.write(file, SettingsTemplate.text());
    }
    try {
      open(file, here);
    } finally {
      if (isNew && isTemplate(file)) {
        Files.delete(file);
      }
    }
    // reading the file reports mistakes in it
    context.apply(here).system().settings(Optional.empty(), here);
  }

  private static void open(Path file, Surroundings here) {
    int status = Editor.of(here.environment()).open(file);
    if (status != 0) {
      throw new Failed("the editor ended with status " + status, "see: bawn config show");
    }
  }

  private static boolean isTemplate(Path file) throws IOException {
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        && Arrays.equals(
            Files.readAllBytes(file), SettingsTemplate.text().getBytes(StandardCharsets.UTF_8));
  }
}
