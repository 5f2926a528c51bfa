package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.engine.Tmux;
import dev.bawn.launcher.plan.StartPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;

/** {@code attach NAME}: the terminal of a background session, in this terminal. */
record AttachCommand(Function<Surroundings, CommandContext> context) implements Command {

  @Override
  public CommandSpec spec() {
    return Parameters.command()
        .addPositional(NamedSession.word())
        .addOption(Parameters.flag("--read-only", "ignore the keyboard, except Ctrl-b d (detach)"));
  }

  @Override
  public List<String> examples() {
    return List.of("bawn attach fix", "bawn attach fix --read-only");
  }

  @Override
  public int run(Typed typed, Surroundings here) {
    NamedSession word = NamedSession.session(typed.words().getFirst(), here);
    Tmux tmux = word.requireBackground(here);
    if (!here.terminals().in() || !here.terminals().out()) {
      throw new Refused("attach needs a terminal", "without one: bawn logs " + word.name() + " -f");
    }
    String target = Tmux.target(word.name());
    List<String> argv = new ArrayList<>();
    argv.add(here.library().resolve("attached").toString());
    argv.add(word.name().text());
    argv.add(word.directory().exit().toString());
    argv.addAll(
        typed.has("--read-only")
            ? tmux.argv("attach-session", "-r", "-t", target)
            : tmux.argv("attach-session", "-t", target));
    context.apply(here).engine().start(StartPlan.outside(argv));
    return 0;
  }
}
