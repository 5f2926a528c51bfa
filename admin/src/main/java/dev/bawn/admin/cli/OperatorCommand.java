package dev.bawn.admin.cli;

import dev.bawn.admin.account.Accounts;
import dev.bawn.admin.agent.Agents;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.Spelling;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Question;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.cli.WrappedText;
import dev.bawn.contract.failure.InUse;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.WrongUsage;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import picocli.CommandLine.Model.CommandSpec;

/** {@code operator add|remove AGENT USER...}: the users who may start an agent. */
final class OperatorCommand implements Command {

  private enum Action implements Spelling {
    ADD,
    REMOVE
  }

  @Override
  public CommandSpec spec() {
    return Parameters.command()
        .addPositional(
            Parameters.some(
                "add|remove AGENT USER",
                "the action, the agent, and users by name (remove: or by user ID)"))
        .addOption(Parameters.flag("--yes", "remove: do not ask"));
  }

  @Override
  public List<String> examples() {
    return List.of(
        "sudo bawn-admin operator add a.noir bob", "sudo bawn-admin operator remove a.noir bob");
  }

  @Override
  public int run(Typed typed, Surroundings here) throws IOException {
    List<String> words = typed.words();
    Action action = Parameters.choice("action of operator", words.getFirst(), Action.values());
    if (words.size() < 3) {
      throw new WrongUsage(
          "expected a user",
          "for example: sudo bawn-admin operator "
              + action.word()
              + (words.size() < 2 ? " a.noir" : " " + AgentName.of(words.get(1)))
              + " bob");
    }
    AgentName agent = AgentName.of(words.get(1));
    List<String> users = words.subList(2, words.size());
    if (action == Action.ADD) {
      add(agent, Operators.named(users), here);
      return 0;
    }
    return remove(agent, known(users), typed, here);
  }

  /**
   * Parses users; a number is accepted, because an account that was removed has only its uid left.
   */
  private static SortedSet<Uid> known(List<String> users) throws IOException {
    SortedSet<Uid> known = new TreeSet<>();
    for (String user : users) {
      known.add(user.matches("[0-9]{1,9}") ? new Uid(Integer.parseInt(user)) : Accounts.uid(user));
    }
    return known;
  }

  private static void add(AgentName agent, SortedSet<Uid> named, Surroundings here)
      throws IOException {
    try (LockedState state = LockedState.forChange(here)) {
      Manifest before = Assembly.manifest(agent, here);
      SortedSet<Uid> wanted = new TreeSet<>(before.operators());
      wanted.addAll(named);
      tell(before, state.agents().operators(agent, wanted, named), here);
    }
  }

  /** Checks all users before the question, and again under the lock. */
  private static int remove(AgentName agent, SortedSet<Uid> named, Typed typed, Surroundings here)
      throws IOException {
    without(named, Assembly.manifest(agent, here), here);
    warnOfMerge(agent, here);
    if (!typed.has("--yes")
        && !Question.yes(
            "take "
                + agent
                + " from "
                + Operators.text(named, here.layout())
                + "? all sessions of the agent end, also those of other operators",
            here)) {
      Messages.say(here, "nothing was changed");
      return 1;
    }
    try (LockedState state = LockedState.forChange(here)) {
      Manifest before = Assembly.manifest(agent, here);
      tell(before, state.agents().operators(agent, without(named, before, here), Set.of()), here);
      return 0;
    }
  }

  /**
   * Warns of an open merge, which only an operator can finish. This does not refuse: a user could
   * otherwise keep root from taking the agent away.
   */
  private static void warnOfMerge(AgentName agent, Surroundings here) throws IOException {
    try {
      DeleteCommand.requireSettled(agent, here);
    } catch (InUse e) {
      Messages.say(
          here, "warning: " + e.what() + "; " + e.hint() + ", as an operator who owns the project");
    }
  }

  private static SortedSet<Uid> without(SortedSet<Uid> named, Manifest manifest, Surroundings here)
      throws IOException {
    SortedSet<Uid> left = new TreeSet<>(manifest.operators());
    for (Uid each : named) {
      if (!left.remove(each)) {
        throw new NotFound(
            Operators.text(List.of(each), here.layout())
                + " is not an operator of "
                + manifest.agent(),
            "see: sudo bawn-admin show " + manifest.agent());
      }
    }
    if (left.isEmpty()) {
      throw Agents.nobodyLeft(manifest.agent());
    }
    return left;
  }

  private static void tell(Manifest before, Manifest sealed, Surroundings here) throws IOException {
    String nothing = before.serial().equals(sealed.serial()) ? ", as before" : "";
    WrappedText.print(
        "operators of "
            + sealed.agent()
            + ": "
            + Operators.text(sealed, new Assembly(here).operatorAccounts(), here.layout())
            + nothing
            + " (serial "
            + sealed.serial()
            + ")",
        here);
  }
}
