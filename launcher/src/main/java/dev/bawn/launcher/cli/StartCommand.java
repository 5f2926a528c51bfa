package dev.bawn.launcher.cli;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.launcher.machine.HostProbe;
import dev.bawn.launcher.plan.SessionPlan;
import dev.bawn.launcher.record.SessionName;
import dev.bawn.launcher.record.Tag;
import dev.bawn.launcher.request.SessionArguments;
import dev.bawn.launcher.request.StartRequest;
import dev.bawn.launcher.request.Wanted;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/** The common part of {@code launch} and {@code shell}. */
abstract sealed class StartCommand implements Command permits LaunchCommand, ShellCommand {

  /** A line of the help of each command that also starts agents. */
  static final String ONLY_UNPRIVILEGED =
      SessionArguments.WORKSPACE + " and all options after it are only for unprivileged sessions.";

  /** The same for commands that start in the background, where agents have two of them. */
  static final String UNPRIVILEGED_IN_BACKGROUND =
      SessionArguments.WORKSPACE
          + " and all options after it, except "
          + SessionArguments.NOTIFY
          + " and "
          + Tag.OPTION
          + ", are only for unprivileged sessions.";

  private final Function<Surroundings, CommandContext> context;

  /**
   * @param context gives the context of a command
   */
  StartCommand(Function<Surroundings, CommandContext> context) {
    this.context = context;
  }

  /** The program that the session runs. */
  abstract Wanted wanted(Typed typed, Surroundings here);

  @Override
  public final CommandSpec spec() {
    CommandSpec spec = basicSpec();
    SessionArguments.addTo(spec);
    return spec;
  }

  /**
   * The options; those of unprivileged sessions only if an argument is an option that agent
   * sessions do not have.
   */
  @Override
  public final CommandSpec spec(List<String> words) {
    CommandSpec basic = basicSpec();
    for (String word : words) {
      if (Parameters.isUnknownOption(basic, word)) {
        return spec();
      }
    }
    return basic;
  }

  /** The options and arguments of every start. */
  CommandSpec basicSpec() {
    CommandSpec spec =
        Parameters.command()
            .addPositional(
                Parameters.optional("AGENT", "the agent (default: the one that works on PROJECT)"))
            .addPositional(
                Parameters.optional(
                    "PROJECT",
                    "the project, by id or path (default: the one that contains the current directory)"))
            .addOption(
                Parameters.flag(
                    AgentBackground.NO_SYNC,
                    "do not update the mirror (the agent's copy of the project) before the start"));
    DryRun.addTo(spec, "verify as a start does, print the plan, start nothing");
    spec.usageMessage().description(ONLY_UNPRIVILEGED, "");
    return spec.addOption(
            Parameters.option("--name", "NAME", "name the session (unprivileged sessions)"))
        .addOption(
            Parameters.flag(
                SessionStart.REMOVE,
                "remove the session at its end, unless it has unmerged work (unprivileged"
                    + " sessions)"))
        .addOption(SessionArguments.quiet());
  }

  @Override
  public final boolean takesToolWords() {
    return true;
  }

  @Override
  public final int run(Typed typed, Surroundings here) throws IOException {
    DryRun dryRun = DryRun.of(typed);
    if (typed.words().contains("")) {
      // an argument is empty when a script's variable is unset
      throw new WrongUsage(
          "argument is empty; expected an agent or a project",
          "leave it out to use the current directory");
    }
    // the files of the machine do not belong to root in a session, so each check of them would fail
    HostProbe.requireOutside(here.environment());
    Wanted wanted = wanted(typed, here);
    CommandContext through = context.apply(here);
    if (typed.toolWords().isEmpty()) {
      CommandAsProject.refuse("bawn launch", typed, 0, through, here);
    }
    Optional<AgentChoice> agent = agent(typed, through, here);
    if (agent.isEmpty()) {
      requireOwn(typed, through, here);
      ownOption(typed).ifPresent(option -> noteOwn(option, typed.words(), typed, through, here));
      return startOwn(typed, dryRun, wanted, through, here);
    }
    AgentChoice chosen = agent.get();
    AgentStart start = new AgentStart(through, here, typed.has("--quiet"));
    AgentStart.Checked checked = start.plan(chosen, wanted);
    if (dryRun != DryRun.NO) {
      new AgentPlanOutput(through, checked, typed.has(AgentBackground.NO_SYNC)).print(dryRun, here);
    } else if (typed.has(AgentBackground.NO_SYNC)) {
      start.enter(checked);
    } else {
      start.enterFresh(checked, chosen, wanted);
    }
    return 0;
  }

  /** The agent that the arguments mean; empty for an unprivileged session. */
  private static Optional<AgentChoice> agent(
      Typed typed, CommandContext through, Surroundings here) {
    Optional<String> own = ownOption(typed);
    Optional<AgentChoice> agent =
        own.isPresent()
            ? AgentChoice.named(
                typed.words(), through.agents(here), here.directory(), "bawn launch")
            : AgentChoice.from(typed.words(), through.agents(here), here.directory());
    if (agent.isPresent() && own.isPresent()) {
      throw new WrongUsage(
          own.get() + " is only for unprivileged sessions, not for agents",
          "leave out " + own.get() + ", or leave out " + agent.get().agent());
    }
    return agent;
  }

  /** The first option that only unprivileged sessions have. */
  private static Optional<String> ownOption(Typed typed) {
    return SessionArguments.firstTyped(typed)
        .or(() -> Stream.of("--name", SessionStart.REMOVE).filter(typed::has).findFirst());
  }

  /**
   * Reports that a session is unprivileged, although an agent has the project.
   *
   * @param what the option or the command that decides so
   */
  static void noteOwn(
      String what, List<String> words, Typed typed, CommandContext through, Surroundings here) {
    if (typed.has("--quiet")) {
      return;
    }
    List<String> workers =
        AgentChoice.working(words, through.agents(here), here.directory()).stream()
            .map(AgentName::text)
            .toList();
    if (!workers.isEmpty()) {
      here.note(
          "bawn: "
              + what
              + " starts a session under your own user, although "
              + String.join(", ", workers).replaceFirst(", ([^,]*)$", " and $1")
              + (workers.size() == 1 ? " works" : " work")
              + " on this project");
    }
  }

  /** Requires that the arguments can mean an unprivileged session. */
  private static void requireOwn(Typed typed, CommandContext through, Surroundings here) {
    AgentChoice.requireMeaning(typed, through.agents(here), here);
    if (typed.has(AgentBackground.NO_SYNC)) {
      throw new WrongUsage(
          "--no-sync needs an agent: an unprivileged session has no mirror",
          "leave it out, or name the agent: bawn agents");
    }
  }

  /** Starts a new unprivileged session. */
  static int startOwn(
      Typed typed, DryRun dryRun, Wanted wanted, CommandContext through, Surroundings here) {
    Optional<SessionName> name = typed.value("--name").map(SessionName::of);
    StartRequest request =
        StartRequest.first(typed, typed.words().stream().findFirst(), wanted, name);
    SessionStart start = new SessionStart(through, here);
    name.ifPresent(start::requireFree);
    SessionPlan plan = start.plan(request, typed);
    if (dryRun != DryRun.NO) {
      new SessionPlanOutput(plan).print(dryRun, here);
      return 0;
    }
    while (!start.takeHome(plan) || !start.startNew(plan)) {
      // another start has just taken the home, or the number
      if (name.isPresent() && start.isTaken(name.get())) {
        throw start.taken(name.get());
      }
      plan = start.plan(request, typed);
    }
    return 0;
  }
}
