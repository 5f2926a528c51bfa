package dev.bawn.launcher.cli;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.Workspace;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.ShellQuoting;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.Failure;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.contract.layout.AgentNames;
import dev.bawn.launcher.config.Setting;
import dev.bawn.launcher.engine.AgentPreparation;
import dev.bawn.launcher.engine.ProcessMark;
import dev.bawn.launcher.engine.TmuxEngine;
import dev.bawn.launcher.plan.AgentSessionPlan;
import dev.bawn.launcher.plan.AgentSessionPlanner;
import dev.bawn.launcher.plan.SessionEnd;
import dev.bawn.launcher.record.AgentProject;
import dev.bawn.launcher.record.SessionName;
import dev.bawn.launcher.record.SessionPlaces;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.record.Tag;
import dev.bawn.launcher.request.Notification;
import dev.bawn.launcher.request.SessionArguments;
import dev.bawn.launcher.request.Wanted;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Starts agent sessions with a record, in the background. The policy is verified before each start
 * as for a session at a terminal, and {@code enter} checks it again.
 */
final class AgentBackground {

  static final String NO_SYNC = "--no-sync";

  private final CommandContext context;
  private final Surroundings here;
  private final SessionPlaces places;
  private final AgentStart start;

  /**
   * @param here with the type of the terminal in the tmux server
   * @param isQuiet whether to omit the lines about the start
   */
  AgentBackground(CommandContext context, Surroundings here, boolean isQuiet) {
    this.context = context;
    this.here = here;
    this.places = OwnPlaces.of(here);
    this.start = new AgentStart(context, here, isQuiet);
  }

  /**
   * The agent that the arguments after the name name.
   *
   * @param command the command before these arguments, for the hint
   * @return empty if they name none
   * @throws dev.bawn.contract.failure.NotFound if there are two, and none of them is an agent
   * @throws WrongUsage if an option is only for unprivileged sessions
   */
  static Optional<AgentChoice> chosen(
      String command, List<String> words, Typed typed, CommandContext context, Surroundings here) {
    Optional<AgentChoice> chosen =
        AgentChoice.named(words, context.agents(here), here.directory(), command);
    if (chosen.isEmpty()) {
      if (typed.has(NO_SYNC)) {
        throw new WrongUsage(
            "--no-sync needs an agent: an unprivileged session has no mirror",
            "leave it out, or name the agent: bawn agents");
      }
      return chosen;
    }
    SessionArguments.firstTypedNotOfAgents(typed)
        .ifPresent(option -> {
          throw new WrongUsage(
              option + " is only for unprivileged sessions, not for agents",
              "leave out " + option + ", or leave out " + chosen.get().agent());
        });
    return chosen;
  }

  /**
   * Refuses the name of an agent: the session would look like a session at a terminal.
   *
   * @throws Refused if an agent has this name
   */
  static void requireNoAgent(SessionName name, AgentChoice chosen, Surroundings here) {
    if (AgentNames.named(name.text(), here.layout()).isPresent()) {
      throw new Refused(
          "'" + name + "' is an agent, and a session needs a name of its own",
          "for example: bawn spawn "
              + chosen.agent().text().replace('.', '-')
              + "-1 "
              + chosen.agent()
              + chosen.project().map(project -> " " + project).orElse(""));
    }
  }

  /**
   * Refuses an agent before the name of the session.
   *
   * @param others the arguments after the first one
   * @throws WrongUsage if only the first one names an agent
   */
  static void requireNameFirst(SessionName first, List<String> others, Surroundings here) {
    if (!others.isEmpty()
        && AgentNames.named(first.text(), here.layout()).isPresent()
        && others.stream().noneMatch(each -> AgentNames.named(each, here.layout()).isPresent())) {
      List<String> words = new ArrayList<>(others);
      if (words.size() == 1) {
        words.addFirst("NAME"); // the other one may be a project
      }
      words.add(1, first.text());
      throw new WrongUsage(
          "'" + first + "' is an agent; the name of the session comes first",
          "use: bawn spawn " + ShellQuoting.join(words));
    }
  }

  /**
   * Refuses an agent in the place of the base of the names.
   *
   * @param words of {@code bawn swarm}
   * @throws WrongUsage if only the first one names an agent
   */
  static void requireBaseFirst(List<String> words, Surroundings here) {
    String base = words.getFirst();
    if (AgentNames.named(base, here.layout()).isPresent()
        && words.stream()
            .skip(2)
            .noneMatch(each -> AgentNames.named(each, here.layout()).isPresent())) {
      List<String> line = new ArrayList<>(List.of("BASE", words.get(1), base));
      line.addAll(words.subList(2, words.size()));
      throw new WrongUsage(
          "'" + base + "' is an agent; the base of the names comes first",
          "use: bawn swarm " + ShellQuoting.join(line));
    }
  }

  /** The verified plan of a start, as {@code --dry-run} prints it. */
  AgentStart.Checked plan(AgentChoice chosen, Wanted wanted) {
    return start.plan(chosen, wanted);
  }

  /**
   * The verified plan of a start of an earlier session.
   *
   * @param typed the program, if it is another one
   */
  AgentStart.Checked plan(SessionRecord earlier, Optional<Wanted> typed) {
    return plan(choice(earlier.agent().orElseThrow()), wanted(earlier, typed));
  }

  private Wanted wanted(SessionRecord earlier, Optional<Wanted> typed) {
    boolean hasBegun = places.session(earlier.name()).hasBegun();
    return typed.orElseGet(() -> AgentSessionPlanner.wanted(earlier, hasBegun));
  }

  /** A verified start on a current mirror, which one or several sessions begin. */
  AgentStart.Checked ready(AgentChoice chosen, Wanted wanted, boolean syncs) {
    AgentStart.Checked checked = start.plan(chosen, wanted);
    AgentStart.Checked ready = syncs ? start.fresh(checked, chosen, wanted) : checked;
    if (ready.verified().assignment().workspace() == Workspace.OVERLAY) {
      AgentOverlay.requireFree(ready.verified(), context.layout());
    }
    return ready;
  }

  /**
   * Requires that so many sessions can run at the same time.
   *
   * @throws Refused if the agent has an overlay, which one session at a time uses
   */
  void requireEnough(int sessions, AgentStart.Checked checked) {
    Assignment assignment = checked.verified().assignment();
    if (sessions > 1 && assignment.workspace() == Workspace.OVERLAY) {
      AgentName agent = checked.verified().manifest().agent();
      throw new Refused(
          "only one session at a time can use the overlay of " + agent + " on " + assignment.id(),
          "start one: bawn spawn NAME " + agent + " " + assignment.id());
    }
  }

  /** Prints the warnings and the lines of a start. */
  void announce(AgentStart.Checked checked) {
    start.announce(checked);
  }

  /**
   * Starts a new session. The engine has its terminal.
   *
   * @return false if another session has its name
   */
  boolean first(
      SessionName name, AgentStart.Checked checked, Wanted wanted, Typed typed, TmuxEngine engine) {
    ProcessMark process = engine.process();
    AgentSessionPlan plan = plan(name, checked, wanted, typed);
    AgentPreparation preparation = preparation(plan);
    if (!preparation.makeNew()) {
      return false;
    }
    start(plan, preparation, process, engine);
    return true;
  }

  /**
   * Makes a new session, and does not start it.
   *
   * @return false if another session has its name
   */
  boolean prepare(SessionName name, AgentStart.Checked checked, Wanted wanted, Typed typed) {
    AgentPreparation preparation = preparation(plan(name, checked, wanted, typed));
    if (!preparation.makeNew()) {
      return false;
    }
    preparation.rest();
    return true;
  }

  private AgentSessionPlan plan(
      SessionName name, AgentStart.Checked checked, Wanted wanted, Typed typed) {
    List<String> options = options(typed);
    return planner()
        .first(
            new AgentSessionPlanner.Request(
                name,
                here.clock().instant(),
                wanted,
                options,
                notice(options, Path.of(checked.verified().assignment().source().text()))),
            checked.verified(),
            checked.session(),
            checked.command(),
            here.environment());
  }

  private void start(
      AgentSessionPlan plan, AgentPreparation preparation, ProcessMark process, TmuxEngine engine) {
    StartHooks hooks = new StartHooks(here);
    try {
      hooks.before(plan.session());
      hooks.after(plan.session(), plan.directory(), process);
    } catch (Failure e) {
      preparation.withdraw();
      throw e;
    }
    preparation.start(engine);
  }

  /**
   * Starts an earlier session again.
   *
   * @param typed the program, if it is another one
   */
  void again(SessionRecord earlier, Optional<Wanted> typed, TmuxEngine engine) {
    AgentProject agent = earlier.agent().orElseThrow();
    Wanted wanted = wanted(earlier, typed);
    AgentStart.Checked checked = ready(choice(agent), wanted, !earlier.options().contains(NO_SYNC));
    start.announce(checked);
    ProcessMark process = engine.process();
    AgentSessionPlan plan =
        planner()
            .again(
                earlier,
                checked.verified(),
                checked.session(),
                notice(earlier.options(), earlier.project().orElseThrow()),
                here.environment());
    AgentPreparation preparation = preparation(plan);
    preparation.makeAgain();
    start(plan, preparation, process, engine);
  }

  private AgentChoice choice(AgentProject agent) {
    return new AgentChoice(agent.agent(), Optional.of(agent.project().text()), here.directory());
  }

  private AgentSessionPlanner planner() {
    return new AgentSessionPlanner(context.installation(), places);
  }

  private AgentPreparation preparation(AgentSessionPlan plan) {
    return new AgentPreparation(plan, places, context.layout().at("proc"));
  }

  /** The notice at the end, from the options of the first start or the caller's settings. */
  private SessionEnd notice(List<String> options, Path project) {
    String begin = SessionArguments.NOTIFY + "=";
    String word =
        options.stream()
            .filter(option -> option.startsWith(begin))
            .findFirst()
            .map(option -> option.substring(begin.length()))
            .or(() -> context.system().settings(Optional.of(project), here).one(Setting.NOTIFY))
            .orElseThrow();
    Notification notification =
        Parameters.value(SessionArguments.NOTIFY, word, Notification.values());
    return new SessionEnd(
        false, false, List.of(), new StartHooks(here).notice(notification), List.of());
  }

  /** The options of the start, for the record. */
  private static List<String> options(Typed typed) {
    List<String> options = new ArrayList<>();
    if (typed.has(NO_SYNC)) {
      options.add(NO_SYNC);
    }
    if (typed.has(SessionArguments.NOTIFY)) {
      options.add(SessionArguments.NOTIFY + "=" + typed.value(SessionArguments.NOTIFY, ""));
    }
    for (Tag tag : Tag.all(typed.values(Tag.OPTION))) {
      options.add(Tag.OPTION + "=" + tag.text());
    }
    return options;
  }
}
