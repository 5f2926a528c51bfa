package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.engine.Tmux;
import dev.bawn.launcher.engine.TmuxGrid;
import dev.bawn.launcher.plan.StartPlan;
import dev.bawn.launcher.record.SessionName;
import dev.bawn.launcher.sessions.ListedSession;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;

/** {@code grid}: shows the terminals of all background sessions side by side in this terminal. */
record GridCommand(Function<Surroundings, CommandContext> context) implements Command {

  @Override
  public CommandSpec spec() {
    return Parameters.command()
        .addOption(TagFilter.option("show"))
        .addOption(
            Parameters.flag("--read-only", "ignore the keyboard, except for keys after Ctrl-b"));
  }

  @Override
  public List<String> examples() {
    return List.of("bawn grid", "bawn grid -t issue=7 --read-only");
  }

  @Override
  public int run(Typed typed, Surroundings here) {
    TagFilter tags = TagFilter.of(typed);
    Tmux tmux = Tmux.of(OwnPlaces.of(here), here);
    Set<String> terminals = tmux.titles();
    List<SessionName> shown =
        NamedSession.sessions(here).all().stream()
            .filter(ListedSession::isRunning)
            .filter(tags::admits)
            .map(each -> SessionName.of(each.name()))
            .filter(name -> terminals.contains(Tmux.title(name)))
            .toList();
    if (shown.isEmpty()) {
      throw new NotFound(
          tags.isEmpty()
              ? "no session runs in the background"
              : "no matching session runs in the background",
          "list your sessions: bawn list");
    }
    if (!here.terminals().in() || !here.terminals().out()) {
      throw new Refused("grid needs a terminal", "without one: bawn list");
    }
    TmuxGrid grid = new TmuxGrid(tmux, here.library().resolve("grid.conf"));
    context
        .apply(here)
        .engine()
        .start(StartPlan.outside(grid.argv(shown, typed.has("--read-only"))));
    return 0;
  }
}
