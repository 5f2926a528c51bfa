package dev.bawn.admin.cli;

import dev.bawn.admin.agent.Agents;
import dev.bawn.admin.agent.CommandChange;
import dev.bawn.admin.agent.CommandOutcome;
import dev.bawn.admin.allowlist.Companions;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.AllowedCommand;
import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.cli.WrappedText;
import dev.bawn.contract.failure.Failure;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.contract.trust.KernelPolicies;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code allow AGENT CMD...} and {@code restrict AGENT CMD...}: one line for each command; all
 * commands succeed or none.
 */
final class CommandsCommand implements Command {

  /** The operation on the commands. */
  @FunctionalInterface
  interface Act {
    CommandChange on(Agents agents, AgentName agent, List<CommandName> names) throws IOException;
  }

  private static final String RESTRICT = "restrict";
  private static final List<String> SYSTEM = List.of("/usr/", "/bin/", "/sbin/");

  private final String verb;
  private final Act act;

  private CommandsCommand(String verb, Act act) {
    this.verb = verb;
    this.act = act;
  }

  static CommandsCommand allow() {
    return new CommandsCommand("allow", Agents::allow);
  }

  static CommandsCommand restrict() {
    return new CommandsCommand(RESTRICT, Agents::restrict);
  }

  @Override
  public CommandSpec spec() {
    return Parameters.command()
        .addPositional(
            Parameters.some("AGENT CMD", "the agent, and the names of commands, without a path"))
        .addOption(LockedState.dryRun());
  }

  @Override
  public List<String> examples() {
    return List.of(
        "sudo bawn-admin " + verb + " a.noir git", "sudo bawn-admin " + verb + " a.noir make gcc");
  }

  /** Programs have names here, which are searched in the directories of the system only. */
  private CommandName name(String word, AgentName agent) {
    if (word.startsWith("/") && SYSTEM.stream().noneMatch(word::startsWith)) {
      throw new WrongUsage(
          "'" + Printable.of(word) + "' is a path; expected the name of a command",
          "install the program below /usr/local/bin, then: sudo bawn-admin "
              + verb
              + " "
              + agent
              + " NAME");
    }
    return CommandName.of(word);
  }

  @Override
  public int run(Typed typed, Surroundings here) throws IOException {
    List<String> words = typed.words();
    AgentName agent = AgentName.of(words.getFirst());
    if (words.size() < 2) {
      throw new WrongUsage(
          "expected a command", "for example: sudo bawn-admin " + verb + " " + agent + " git");
    }
    List<CommandName> names =
        List.copyOf(
            new LinkedHashSet<>(words.stream().skip(1).map(word -> name(word, agent)).toList()));
    boolean isDryRun = LockedState.isDryRun(typed);
    try (LockedState state = LockedState.forChange(typed, new Assembly(here), here)) {
      CommandChange change = act.on(state.agents(), agent, names);
      if (names.size() == 1 && change.rejected()) {
        throw first(change);
      }
      change
          .outcomes()
          .forEach(
              outcome -> WrappedText.print(line(outcome, change.rejected() || isDryRun), here));
      conclude(change, agent, isDryRun, here);
      if (!isDryRun && verb.equals(RESTRICT) && change.sealed().isPresent()) {
        EarlierSessions.report(change.sealed().get(), here);
      }
      state.tellPreview(here);
      return 0;
    }
  }

  /** Formats an outcome; "possible" means that the command was valid, but nothing was changed. */
  private static String line(CommandOutcome outcome, boolean nothingDone) {
    return switch (outcome) {
      case CommandOutcome.Allowed allowed when nothingDone -> "possible    " + allowed.name();
      case CommandOutcome.Restricted restricted when nothingDone ->
          "possible    " + restricted.name();
      case CommandOutcome.Allowed allowed -> "allowed     " + allowed.name() + brings(allowed);
      case CommandOutcome.Restricted restricted -> "restricted  " + restricted.name();
      case CommandOutcome.Unchanged same -> "unchanged   " + same.name() + "  " + same.why();
      case CommandOutcome.Rejected rejected ->
          "refused     " + rejected.name() + "  " + Printable.of(rejected.why().what());
    };
  }

  private static String brings(CommandOutcome.Allowed allowed) {
    String target = "  " + allowed.command().target();
    return allowed.brings().isEmpty()
        ? target
        : target + "; this also allows " + String.join(" and ", allowed.brings());
  }

  private void conclude(
      CommandChange change, AgentName agent, boolean isDryRun, Surroundings here) {
    if (change.rejected()) {
      Messages.say(
          here,
          "nothing was changed, because bawn-admin " + verb + "s all of the commands or none");
      throw first(change);
    }
    change.sealed().ifPresent(sealed -> adviseOnCompanions(change, sealed, here));
    change
        .sealed()
        .ifPresent(sealed ->
            WrappedText.print(
                agent
                    + (isDryRun ? " would have " : " has ")
                    + sealed.commands().size()
                    + " commands (serial "
                    + sealed.serial()
                    + "); "
                    + effect(here),
                here));
  }

  /** The time at which a change takes effect. */
  private static String effect(Surroundings here) {
    return new KernelPolicies(here.layout()).hasAppArmor()
        ? "AppArmor applies the new list at once; a running session keeps the programs that it sees"
        : "a running session keeps its programs; the next one has the new list";
  }

  private static Failure first(CommandChange change) {
    return change.outcomes().stream()
        .filter(CommandOutcome.Rejected.class::isInstance)
        .map(CommandOutcome.Rejected.class::cast)
        .findFirst()
        .orElseThrow()
        .why();
  }

  /** Prints one hint for all commands that were allowed. */
  private static void adviseOnCompanions(CommandChange change, Manifest sealed, Surroundings here) {
    Set<CommandName> allowed =
        sealed.commands().stream().map(AllowedCommand::name).collect(Collectors.toSet());
    for (CommandOutcome outcome : change.outcomes()) {
      List<String> lacking = Companions.lacking(outcome.name(), allowed);
      if (outcome instanceof CommandOutcome.Allowed && !lacking.isEmpty()) {
        String names = String.join(" ", lacking);
        boolean isOne = lacking.size() == 1;
        Messages.say(
            here,
            outcome.name()
                + (isOne ? " starts the command " : " starts the commands ")
                + String.join(", ", lacking)
                + ", which "
                + sealed.agent()
                + " may not run; to allow "
                + (isOne ? "it" : "them")
                + ": sudo bawn-admin allow "
                + sealed.agent()
                + " "
                + names);
      }
    }
  }
}
