package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.launcher.record.SessionName;
import dev.bawn.launcher.request.SessionArguments;
import dev.bawn.launcher.request.StartRequest;
import dev.bawn.launcher.request.Wanted;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;

/** {@code spawn NAME [AGENT] [PROJECT] [-- COMMAND...]}: starts a session in the background. */
record SpawnCommand(Function<Surroundings, CommandContext> context) implements Command {

  private static final String NO_START = "--no-start";

  @Override
  public CommandSpec spec() {
    CommandSpec spec =
        Parameters.command()
            .addPositional(Parameters.first("NAME", "a name for the session"))
            .addPositional(
                Parameters.object(
                    "AGENT", "an agent, which runs the session (default: your own user)"))
            .addPositional(
                Parameters.third(
                    "PROJECT",
                    "the project's directory; with an agent, also its id (default: the project of the"
                        + " current directory)"));
    spec.addOption(
        Parameters.flag(NO_START, "only prepare the session; bawn restart NAME starts it"));
    addOptions(spec);
    spec.usageMessage()
        .description(StartCommand.UNPRIVILEGED_IN_BACKGROUND, "")
        .customSynopsis("bawn spawn [OPTION]... NAME [AGENT] [PROJECT] [-- COMMAND [ARGUMENT]...]");
    return spec;
  }

  /** Adds the options of every start in the background. */
  static void addOptions(CommandSpec spec) {
    LaunchCommand.addTool(spec);
    DryRun.addTo(spec, "print the plan, start nothing");
    spec.addOption(
        Parameters.flag(
            AgentBackground.NO_SYNC,
            "with an agent: do not update the mirror (its copy of the project) before the start"));
    spec.addOption(SessionArguments.quiet());
    SessionArguments.addTo(spec);
  }

  @Override
  public List<String> examples() {
    return List.of(
        "bawn spawn fix --tool claude --prompt task.md",
        "bawn spawn tests ~/app -- make test",
        "bawn spawn docs a.noir app --tool claude --prompt task.md",
        "bawn spawn later --no-start --tool claude && bawn restart later",
        "bawn wait tests --timeout 600; bawn logs tests");
  }

  @Override
  public boolean takesToolWords() {
    return true;
  }

  @Override
  public int run(Typed typed, Surroundings here) throws IOException {
    DryRun dryRun = DryRun.of(typed);
    SessionName name = SessionName.of(typed.words().getFirst());
    List<String> others = typed.words().subList(1, typed.words().size());
    CommandContext through = context.apply(here);
    if (typed.toolWords().isEmpty()) {
      CommandAsProject.refuse("bawn spawn", typed, 1, through, here);
    }
    Wanted wanted = LaunchCommand.toolOrCommand(typed, here);
    BackgroundStart start = new BackgroundStart(through, here, typed.has("--quiet"));
    AgentBackground.requireNameFirst(name, others, here);
    start.requireFree(List.of(name));
    Optional<AgentChoice> agent =
        AgentBackground.chosen("bawn spawn " + name, others, typed, through, here);
    if (agent.isPresent()) {
      AgentBackground.requireNoAgent(name, agent.get(), here);
      if (dryRun == DryRun.NO && typed.has(NO_START)) {
        start.prepare(name, agent.get(), wanted, typed);
      } else if (dryRun == DryRun.NO) {
        start.all(List.of(name), agent.get(), wanted, typed);
      } else {
        print(start.plan(agent.get(), wanted), through, typed, dryRun, here);
      }
      return 0;
    }
    AgentChoice.requireNoProject(typed, 1, through.agents(here), here.directory());
    StartCommand.noteOwn("bawn spawn", others, typed, through, here);
    StartRequest request =
        StartRequest.first(typed, others.stream().findFirst(), wanted, Optional.of(name));
    if (dryRun == DryRun.NO && typed.has(NO_START)) {
      start.prepare(request, typed);
    } else if (dryRun == DryRun.NO) {
      start.first(request, typed);
    } else {
      new SessionPlanOutput(start.plan(request, typed)).print(dryRun, here);
    }
    return 0;
  }

  /** Prints the plan of a session of an agent. */
  static void print(
      AgentStart.Checked checked,
      CommandContext through,
      Typed typed,
      DryRun dryRun,
      Surroundings here)
      throws IOException {
    boolean staysAsItIs = typed.has(AgentBackground.NO_SYNC);
    new AgentPlanOutput(through, checked, staysAsItIs).print(dryRun, here);
  }
}
