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
 * Compares the operators of a policy with the accounts of the machine. A user ID whose account has
 * another name than the signed one, or no account, gets no permission.
 */
public final class OperatorAccounts {

  private final Function<Uid, Optional<String>> names;
  private final Map<Uid, Optional<String>> known = new HashMap<>();

  /** Of the running system. */
  public OperatorAccounts() {
    this(OperatorAccounts::onSystem);
  }

  /**
   * As above.
   *
   * @param names the name of the user of a number
   */
  public OperatorAccounts(Function<Uid, Optional<String>> names) {
    this.names = names;
  }

  private static Optional<String> onSystem(Uid uid) {
    return NameService.user(uid)
        .map(NameService.User::name)
        // as a line of the list of operators, see enter
        .filter(name -> name.chars().noneMatch(Character::isISOControl));
  }

  /** The name of the user of this number, if there is one; asked for once. */
  public Optional<String> name(Uid uid) {
    return known.computeIfAbsent(uid, names);
  }

  /** The same agent for those of its operators only who are the users that root named. */
  public Manifest inForce(Manifest manifest) {
    if (manifest.users().isEmpty()) {
      return manifest; // sealed by an earlier version: nothing is known, and enter refuses
    }
    SortedSet<Uid> operators = new TreeSet<>(manifest.operators());
    operators.removeIf(uid -> !isSame(manifest, uid));
    return manifest.withOperators(operators);
  }

  /** All of them, as above. */
  public List<Manifest> inForce(List<Manifest> manifests) {
    return manifests.stream().map(this::inForce).toList();
  }

  private boolean isSame(Manifest manifest, Uid uid) {
    Optional<String> now = name(uid);
    return now.isPresent() && now.get().equals(manifest.users().get(uid));
  }
}
