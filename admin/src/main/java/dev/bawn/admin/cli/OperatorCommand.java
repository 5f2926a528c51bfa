package dev.bawn.admin.cli;

import dev.bawn.admin.account.Accounts;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.agent.Word;
import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Question;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.cli.Words;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.WrongUsage;
import java.io.IOException;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import picocli.CommandLine.Model.CommandSpec;

/** {@code operator add|remove AGENT USER...}: who may start an agent. */
final class OperatorCommand implements Command {

  private enum Action implements Word {
    ADD,
    REMOVE
  }

  @Override
  public CommandSpec spec() {
    return Words.command()
        .addPositional(
            Words.some(
                "add|remove AGENT USER",
                "what to do, the agent, then users by name (remove: also by number)"))
        .addOption(Words.flag("--yes", "remove: do not ask"));
  }

  @Override
  public List<String> examples() {
    return List.of(
        "sudo bawn-admin operator add a.noir bob", "sudo bawn-admin operator remove a.noir bob");
  }

  @Override
  public int run(Typed typed, Surroundings here) throws IOException {
    List<String> words = typed.words();
    Action action = Words.choice("action of operator", words.getFirst(), Action.values());
    if (words.size() < 3) {
      throw new WrongUsage(
          "no user was named", "for example: sudo bawn-admin operator add a.noir bob");
    }
    AgentName agent = AgentName.of(words.get(1));
    SortedSet<Uid> named = new TreeSet<>();
    for (String user : words.subList(2, words.size())) {
      named.add(action == Action.REMOVE ? known(user) : Accounts.uid(user));
    }
    return action == Action.ADD ? add(agent, named, here) : remove(agent, named, typed, here);
  }

  /** Of an account that is gone the number is left. */
  private static Uid known(String user) throws IOException {
    return user.matches("[0-9]{1,9}") ? new Uid(Integer.parseInt(user)) : Accounts.uid(user);
  }

  private static int add(AgentName agent, SortedSet<Uid> named, Surroundings here)
      throws IOException {
    Operators.requireNoRoot(named);
    try (Opened opened = Opened.forChange(here)) {
      SortedSet<Uid> wanted = operators(agent, here);
      wanted.addAll(named);
      tell(opened.agents().operators(agent, wanted), here);
      return 0;
    }
  }

  private static int remove(AgentName agent, SortedSet<Uid> named, Typed typed, Surroundings here)
      throws IOException {
    if (!typed.has("--yes")
        && !Question.yes("take " + agent + " from them? its sessions end, whose ever", here)) {
      Talk.say(here, "nothing was changed");
      return 1;
    }
    try (Opened opened = Opened.forChange(here)) {
      SortedSet<Uid> wanted = operators(agent, here);
      for (Uid each : named) {
        if (!wanted.remove(each)) {
          throw new NotFound(
              "uid " + each + " is no operator of " + agent, "see: sudo bawn-admin show " + agent);
        }
      }
      tell(opened.agents().operators(agent, wanted), here);
      return 0;
    }
  }

  private static SortedSet<Uid> operators(AgentName agent, Surroundings here) {
    return new TreeSet<>(new Assembly(here).state().manifest(agent).operators());
  }

  private static void tell(Manifest sealed, Surroundings here) {
    here.out()
        .println(
            "operators of "
                + sealed.agent()
                + ": "
                + String.join(" ", sealed.operators().stream().map(Uid::toString).toList())
                + " (serial "
                + sealed.serial()
                + ")");
  }
}
