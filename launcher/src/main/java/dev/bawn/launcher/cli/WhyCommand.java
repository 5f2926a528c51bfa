package dev.bawn.launcher.cli;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Since;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.NearestMatch;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.launcher.config.PersonalDirectory;
import dev.bawn.launcher.engine.SessionStates;
import dev.bawn.launcher.record.AgentProject;
import dev.bawn.launcher.sessions.ListedSession;
import dev.bawn.launcher.sessions.Sessions;
import dev.bawn.launcher.trust.YourAgents;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code why [AGENT|SESSION]}: prints the denials of the kernel to the caller's agents, or the
 * reasons for failures in an unprivileged session. Its JSON is one array: see {@link WhyAgents} and
 * {@link WhySession}.
 */
record WhyCommand(Function<Surroundings, CommandContext> context) implements Command {

  private static final String SESSION = "--session";

  @Override
  public CommandSpec spec() {
    return Parameters.command()
        .addPositional(
            Parameters.optional(
                "AGENT|SESSION", "an agent, or one of your sessions (default: all your agents)"))
        .addOption(
            Parameters.flag(
                SESSION, "take the name as a session, even if an agent has the same name"))
        .addOption(Since.option())
        .addOption(Parameters.flag("--json", "print JSON, one array"));
  }

  @Override
  public List<String> examples() {
    return List.of("bawn why a.noir", "bawn why a.noir --since 1h", "bawn why app-1");
  }

  @Override
  public int run(Typed typed, Surroundings here) throws IOException {
    CommandContext through = context.apply(here);
    YourAgents agents = through.agents(here);
    if (typed.words().isEmpty()) {
      return new WhyAgents(through, here).of(all(typed, agents), typed);
    }
    String word = typed.words().getFirst();
    List<String> sessions = sessions(here);
    Optional<AgentName> agent = typed.has(SESSION) ? Optional.empty() : agent(word, agents);
    if (agent.isPresent()) {
      if (sessions.contains(word)) {
        here.err().println(meant(word));
      }
      return new WhyAgents(through, here).of(List.of(agent.get()), typed);
    }
    if (!typed.has(SESSION) && !sessions.contains(word)) {
      agents.requireNotOthers(word);
      throw unknown(word, sessions, agents);
    }
    Optional<AgentProject> worker = NamedSession.of(typed, here).intact().record().agent();
    return worker.isPresent()
        ? new WhyAgents(through, here).of(List.of(worker.get().agent()), typed)
        : new WhySession(here).of(typed);
  }

  private static List<AgentName> all(Typed typed, YourAgents agents) {
    if (typed.has(SESSION)) {
      throw new WrongUsage("expected a session", "list yours: bawn list");
    }
    if (!agents.areThere()) {
      throw new NotFound(
          "there are no agents on this machine",
          "name one of your sessions: bawn why SESSION; list yours: bawn list");
    }
    return agents.names();
  }

  private static String meant(String word) {
    return "bawn: showing the agent "
        + word
        + "; for your session of that name: bawn why --session "
        + word;
  }

  private static Optional<AgentName> agent(String word, YourAgents agents) {
    return names(agents).stream().filter(name -> name.text().equals(word)).findFirst();
  }

  /** The names of agents; on a machine without agents the argument means a session. */
  private static List<AgentName> names(YourAgents agents) {
    return agents.areThere() ? agents.names() : List.of();
  }

  /** The names of sessions; a user without a home directory has none. */
  private static List<String> sessions(Surroundings here) {
    if (PersonalDirectory.STATE.in(here.environment()).isEmpty()) {
      return List.of();
    }
    return new Sessions(OwnPlaces.of(here), SessionStates.on(here.layout()))
        .all().stream().map(ListedSession::name).toList();
  }

  private static NotFound unknown(String word, List<String> sessions, YourAgents agents) {
    List<String> all = new ArrayList<>(sessions);
    names(agents).forEach(name -> all.add(name.text()));
    String see = "list yours: bawn agents; bawn list";
    return new NotFound(
        "unknown agent or session: '" + Printable.of(word) + "'",
        NearestMatch.hint(word, all, see));
  }
}
