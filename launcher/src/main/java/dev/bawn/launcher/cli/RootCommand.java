package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.JsonOutput;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.Printable;
import dev.bawn.launcher.config.PersonalDirectory;
import dev.bawn.launcher.record.SessionPlaces;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code root}: prints the directories of the caller's files, one line each. Its JSON: {@code
 * settings}, {@code sessions}, {@code workspaces} and {@code homes}.
 */
final class RootCommand implements Command {

  @Override
  public CommandSpec spec() {
    return Parameters.command().addOption(Parameters.flag("--json", "print JSON, one object"));
  }

  @Override
  public List<String> examples() {
    return List.of("bawn root", "bawn root --json");
  }

  @Override
  public int run(Typed typed, Surroundings here) {
    SessionPlaces places = OwnPlaces.of(here);
    Map<String, Path> all = new LinkedHashMap<>();
    all.put("settings", PersonalDirectory.CONFIG.required(here.environment()));
    all.put("sessions", places.sessions());
    all.put("workspaces", places.workspaces());
    all.put("homes", places.homes());
    if (typed.has("--json")) {
      JsonOutput.print(
          here.out(),
          json -> {
            json.writeStartObject();
            for (Map.Entry<String, Path> each : all.entrySet()) {
              json.writeStringField(each.getKey(), each.getValue().toString());
            }
            json.writeEndObject();
          });
      return 0;
    }
    all.forEach(
        (what, path) -> here.out().println("%-10s  %s".formatted(what, Printable.whole(path))));
    return 0;
  }
}
