package dev.bawn.admin.account;

import dev.bawn.admin.linux.NameService;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Tells whether a number is in use on this machine, as uid or as gid. Users and groups are looked
 * up by number, because a directory service need not list them. A failed or slow look-up is an
 * error; it never counts as unused.
 */
public final class UidUse {

  private final SystemLayout layout;
  private final Function<Uid, Optional<String>> users;
  private final Function<Uid, Optional<String>> groups;

  /**
   * Uses the accounts of the running system.
   *
   * @param layout with the processes and the subordinate IDs
   */
  public UidUse(SystemLayout layout) {
    this(
        layout,
        uid -> NameService.user(uid).map(NameService.User::name),
        gid -> NameService.group(gid).map(NameService.Group::name));
  }

  /**
   * @param layout with the processes and the subordinate IDs
   * @param users returns the user name of a uid
   * @param groups returns the group name of a gid
   */
  public UidUse(
      SystemLayout layout,
      Function<Uid, Optional<String>> users,
      Function<Uid, Optional<String>> groups) {
    this.layout = layout;
    this.users = users;
    this.groups = groups;
  }

  /**
   * Describes the use of a number for messages, such as {@code user victim}; empty if it is unused.
   */
  public Optional<String> of(Uid uid) throws IOException {
    Optional<String> account = account(uid);
    return account.isPresent() ? account : beside(uid);
  }

  /** Describes the user or group with that number for messages; empty if there is none. */
  public Optional<String> account(Uid uid) {
    return users
        .apply(uid)
        .map(name -> "user " + Printable.of(name))
        .or(() -> groups.apply(uid).map(name -> "group " + Printable.of(name)));
  }

  private Optional<String> beside(Uid uid) throws IOException {
    Optional<SubordinateIds.Range> range = SubordinateIds.read(layout).of(uid);
    if (range.isPresent()) {
      return range.map(found -> found.file() + ", for " + Printable.of(found.user()));
    }
    Path processes = layout.at("proc");
    List<RunningProcess> running = RunningProcess.of(processes, uid);
    return running.stream().findFirst().map(process -> "process " + process.number());
  }

  /**
   * Requires that a number which was found unused is still unused.
   *
   * @throws Refused if it is in use
   */
  public void requireUnused(Uid uid) throws IOException {
    of(uid)
        .ifPresent(use -> {
          throw taken(uid, use);
        });
  }

  /**
   * Requires that no user or group has this number.
   *
   * @throws Refused if one has it
   */
  public void requireNoAccount(Uid uid) {
    account(uid)
        .ifPresent(use -> {
          throw taken(uid, use);
        });
  }

  private static Refused taken(Uid uid, String use) {
    return new Refused(
        "uid " + uid + " is in use now: " + use,
        "run the command again; it takes another user ID; see: sudo bawn-admin doctor");
  }
}
