package dev.bawn.admin.cli;

import dev.bawn.admin.account.Accounts;
import dev.bawn.admin.account.OperatorAccounts;
import dev.bawn.admin.linux.NameService;
import dev.bawn.admin.sealing.AdminSettings;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.contract.layout.AccountNames;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The operators of an agent, as command line arguments and as text. */
final class Operators {

  private Operators() {}

  /**
   * Returns the named users; if there are none, the users named to {@code init}; otherwise the user
   * who ran sudo.
   *
   * @throws WrongUsage if no user is left: root needs no operator's rights
   */
  static SortedSet<Uid> of(List<String> users, Surroundings here) throws IOException {
    SortedSet<Uid> operators = new TreeSet<>();
    operators.addAll(named(users));
    if (users.isEmpty()) {
      operators.addAll(ofInit(here));
    }
    if (operators.isEmpty()) {
      caller(here).ifPresent(operators::add);
    }
    if (operators.isEmpty()) {
      throw new WrongUsage("an agent needs an operator who is not root", "add --operator USER");
    }
    return operators;
  }

  /** The users named to {@code init}. The next user who receives a uid without account is none. */
  private static SortedSet<Uid> ofInit(Surroundings here) throws IOException {
    OperatorAccounts accounts = new OperatorAccounts();
    SortedSet<Uid> operators = new TreeSet<>(AdminSettings.read(here.layout()).operators());
    boolean areSet = !operators.isEmpty();
    operators.removeIf(uid -> accounts.name(uid).isEmpty());
    if (areSet && operators.isEmpty()) {
      throw new NotFound("the operators of new agents have no accounts", "add --operator USER");
    }
    return operators;
  }

  /** Tells whether an agent has an operator if none is named for it. */
  static boolean hasDefault(Surroundings here) throws IOException {
    return !AdminSettings.read(here.layout()).operators().isEmpty() || caller(here).isPresent();
  }

  /**
   * Returns the uids of these users.
   *
   * @throws NotFound if a user does not exist
   * @throws Refused if a user is root or an agent; these cannot be operators
   */
  static SortedSet<Uid> named(List<String> users) throws IOException {
    SortedSet<Uid> operators = new TreeSet<>();
    for (String user : users) {
      NameService.User found = Accounts.user(user);
      Uid uid = found.uid();
      if (uid.equals(Uid.ROOT)) {
        throw new Refused(
            "root cannot be an operator: bawn starts no session as root", "name another user");
      }
      if (Accounts.isAgent(found)) {
        throw new Refused(
            user + " is an agent, and an agent cannot start agents", "name another user");
      }
      operators.add(uid);
    }
    return operators;
  }

  /**
   * Formats the operators of an agent. A uid that belongs to another user now is marked: it grants
   * that user no right.
   */
  static String text(Manifest manifest, OperatorAccounts accounts, SystemLayout layout)
      throws IOException {
    SortedSet<Uid> inForce = accounts.inForce(manifest).operators();
    List<String> texts = new ArrayList<>();
    for (Uid uid : manifest.operators()) {
      texts.add(
          inForce.contains(uid)
              ? text(List.of(uid), layout)
              : Printable.of(manifest.users().getOrDefault(uid, "nobody"))
                  + " ("
                  + uid
                  + ", account removed: no access)");
    }
    return String.join(", ", texts);
  }

  /** Formats users for a message: {@code alice (1000), bob (1001)}. */
  static String text(Collection<Uid> operators, SystemLayout layout) throws IOException {
    AccountNames names = AccountNames.read(layout);
    return operators.stream()
        .map(uid -> names.user(uid.number()) + " (" + uid + ")")
        .collect(Collectors.joining(", "));
  }

  /** Returns the user who ran sudo; empty if none did, or if root ran sudo. */
  static Optional<Uid> caller(Surroundings here) {
    return Optional.ofNullable(here.environment().get("SUDO_UID"))
        .map(Integer::valueOf)
        .map(Uid::new)
        .filter(uid -> !uid.equals(Uid.ROOT));
  }
}
