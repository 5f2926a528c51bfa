package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.record.SessionDirectory;
import dev.bawn.launcher.request.Wanted;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * {@code resume NAME [-- COMMAND...]}: an earlier session's workspace, home and options once more.
 */
final class ResumeCommand extends EarlierSessionCommand {

  ResumeCommand(Function<Surroundings, Gate> gate) {
    super(gate);
  }

  @Override
  String word() {
    return "resume";
  }

  @Override
  public List<String> examples() {
    return List.of("bawn resume app-1", "bawn resume app-1 -- bash");
  }

  @Override
  Optional<Wanted> wanted(List<String> words) {
    return words.isEmpty() ? Optional.empty() : Optional.of(new Wanted.CommandLine(words));
  }

  @Override
  boolean isAside() {
    return false;
  }

  @Override
  void meet(SessionDirectory running, Typed typed, DryRun dryRun, Gate through, Surroundings here) {
    throw new Refused(
        "session '" + running.name() + "' is running",
        "run a command in it: bawn exec " + running.name() + " -- COMMAND");
  }
}
