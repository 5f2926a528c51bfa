package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.launcher.record.SessionName;
import dev.bawn.launcher.request.StartRequest;
import dev.bawn.launcher.request.Wanted;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code swarm BASE N [AGENT] [PROJECT] [-- COMMAND...]}: starts sessions BASE-1 to BASE-N in the
 * background.
 */
record SwarmCommand(Function<Surroundings, CommandContext> context) implements Command {

  private static final int MOST = 200;

  @Override
  public CommandSpec spec() {
    CommandSpec spec =
        Parameters.command()
            .addPositional(Parameters.first("BASE", "the names are BASE-1, BASE-2 and so on"))
            .addPositional(Parameters.second("N", "the number of sessions"))
            .addPositional(
                Parameters.third(
                    "AGENT", "an agent, which runs the sessions (default: your own user)"))
            .addPositional(
                Parameters.fourth(
                    "PROJECT",
                    "the project's directory; with an agent, also its id (default: the project of the"
                        + " current directory)"));
    SpawnCommand.addOptions(spec);
    spec.usageMessage()
        .description(StartCommand.UNPRIVILEGED_IN_BACKGROUND, "")
        .customSynopsis(
            "bawn swarm [OPTION]... BASE N [AGENT] [PROJECT] [-- COMMAND [ARGUMENT]...]");
    return spec;
  }

  @Override
  public List<String> examples() {
    return List.of(
        "bawn swarm idea 3 --tool claude --prompt task.md", "bawn swarm t 4 -- make test");
  }

  @Override
  public boolean takesToolWords() {
    return true;
  }

  @Override
  public int run(Typed typed, Surroundings here) throws IOException {
    DryRun dryRun = DryRun.of(typed);
    List<String> words = typed.words();
    List<String> others = words.subList(2, words.size());
    CommandContext through = context.apply(here);
    if (typed.toolWords().isEmpty()) {
      CommandAsProject.refuse("bawn swarm", typed, 2, through, here);
    }
    Wanted wanted = LaunchCommand.toolOrCommand(typed, here);
    List<SessionName> names =
        IntStream.rangeClosed(1, count(words.get(1)))
            .mapToObj(number -> SessionName.of(words.getFirst() + "-" + number))
            .toList();
    AgentBackground.requireBaseFirst(words, here);
    BackgroundStart start = new BackgroundStart(through, here, typed.has("--quiet"));
    start.requireFree(names);
    Optional<AgentChoice> agent =
        AgentBackground.chosen(
            "bawn swarm " + String.join(" ", words.subList(0, 2)), others, typed, through, here);
    if (agent.isPresent()) {
      if (dryRun == DryRun.NO) {
        start.all(names, agent.get(), wanted, typed);
      } else {
        SpawnCommand.print(start.plan(agent.get(), wanted), through, typed, dryRun, here);
      }
      return 0;
    }
    AgentChoice.requireNoProject(typed, 2, through.agents(here), here.directory());
    StartCommand.noteOwn("bawn swarm", others, typed, through, here);
    Optional<String> project = others.stream().findFirst();
    List<StartRequest> requests =
        names.stream()
            .map(name -> StartRequest.first(typed, project, wanted, Optional.of(name)))
            .toList();
    if (dryRun == DryRun.NO) {
      start.all(requests, typed);
    } else {
      requests.forEach(
          request -> new SessionPlanOutput(start.plan(request, typed)).print(dryRun, here));
    }
    return 0;
  }

  private static int count(String text) {
    if (!text.matches("[1-9][0-9]{0,2}") || Integer.parseInt(text) > MOST) {
      throw new WrongUsage(
          "N must be a number from 1 to " + MOST + ", not '" + Printable.of(text) + "'",
          "for example: bawn swarm idea 3");
    }
    return Integer.parseInt(text);
  }
}
