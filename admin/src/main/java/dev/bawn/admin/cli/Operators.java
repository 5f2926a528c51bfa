package dev.bawn.admin.cli;

import dev.bawn.admin.account.Accounts;
import dev.bawn.admin.sealing.Settings;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.failure.WrongUsage;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** Who may start an agent, as it is typed. */
final class Operators {

  private Operators() {}

  /**
   * The users named; where none is, those named to {@code init}, or else who ran sudo.
   *
   * @throws WrongUsage if that leaves nobody, or root: who is root needs no operator's rights
   */
  static SortedSet<Uid> of(List<String> users, Surroundings here) throws IOException {
    SortedSet<Uid> operators = new TreeSet<>();
    for (String user : users) {
      operators.add(Accounts.uid(user));
    }
    if (users.isEmpty()) {
      operators.addAll(Settings.read(here.layout()).operators());
    }
    if (operators.isEmpty()) {
      caller(here).ifPresent(operators::add);
    }
    if (operators.isEmpty() || operators.contains(Uid.ROOT)) {
      throw new WrongUsage("an agent needs an operator who is not root", "add --operator USER");
    }
    return operators;
  }

  /**
   * Makes sure that all of them can start agents.
   *
   * @throws Refused if one is root
   */
  static void requireNoRoot(SortedSet<Uid> operators) {
    if (operators.contains(Uid.ROOT)) {
      throw new Refused(
          "root cannot be an operator: bawn never runs with root's rights", "name another user");
    }
  }

  /** Who ran sudo, if somebody did. */
  static Optional<Uid> caller(Surroundings here) {
    return Optional.ofNullable(here.environment().get("SUDO_UID"))
        .map(Integer::valueOf)
        .map(Uid::new);
  }
}
