package dev.bawn.admin.account;

import dev.bawn.admin.linux.NameService;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.Uid;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Compares the operators of a policy with the accounts of the machine. A uid gets no permission if
 * its account has another name than the signed one, or if it has no account.
 */
public final class OperatorAccounts {

  private final Function<Uid, Optional<String>> names;
  private final Map<Uid, Optional<String>> known = new HashMap<>();

  /** Uses the accounts of the running system. */
  public OperatorAccounts() {
    this(OperatorAccounts::onSystem);
  }

  /**
   * @param names returns the user name of a uid; empty if there is none
   */
  public OperatorAccounts(Function<Uid, Optional<String>> names) {
    this.names = names;
  }

  private static Optional<String> onSystem(Uid uid) {
    return NameService.user(uid)
        .map(NameService.User::name)
        // a line of the list of operators, see enter
        .filter(name -> name.chars().noneMatch(Character::isISOControl));
  }

  /**
   * Returns the name of the user with this uid; empty if there is none. Each uid is looked up once.
   */
  public Optional<String> name(Uid uid) {
    return known.computeIfAbsent(uid, names);
  }

  /** Returns the policy without the operators whose accounts differ from the signed ones. */
  public Manifest inForce(Manifest manifest) {
    if (manifest.users().isEmpty()) {
      return manifest; // signed by an earlier version without names: enter refuses all operators
    }
    SortedSet<Uid> operators = new TreeSet<>(manifest.operators());
    operators.removeIf(uid -> !isSame(manifest, uid));
    return manifest.withOperators(operators);
  }

  /** As {@link #inForce(Manifest)}, for several policies. */
  public List<Manifest> inForce(List<Manifest> manifests) {
    return manifests.stream().map(this::inForce).toList();
  }

  private boolean isSame(Manifest manifest, Uid uid) {
    Optional<String> now = name(uid);
    return now.isPresent() && now.get().equals(manifest.users().get(uid));
  }
}
