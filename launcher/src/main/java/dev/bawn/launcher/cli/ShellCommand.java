package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.ShellQuoting;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.launcher.request.Wanted;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** {@code shell [AGENT] [PROJECT]}: starts a shell in the sandbox of a session. */
final class ShellCommand extends StartCommand {

  ShellCommand(Function<Surroundings, CommandContext> context) {
    super(context);
  }

  @Override
  public List<String> examples() {
    return List.of("bawn shell", "bawn shell a.noir app");
  }

  @Override
  Wanted wanted(Typed typed, Surroundings here) {
    // the start stub would append them to the shell's arguments
    if (!typed.toolWords().isEmpty()) {
      List<String> line = new ArrayList<>(List.of("bawn", "launch"));
      line.addAll(typed.words());
      line.add("--");
      line.addAll(typed.toolWords());
      throw new WrongUsage("bawn shell takes no command", "use: " + ShellQuoting.join(line));
    }
    return new Wanted.Shell();
  }
}
