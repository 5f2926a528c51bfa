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
 * Tells whether a number is used on this machine, as uid or as gid. Users and groups are asked for
 * by number, since a directory service need not list them. A failed or slow look-up is a failure,
 * never a free number.
 */
public final class UidUse {

  private final SystemLayout layout;
  private final Function<Uid, Optional<String>> users;
  private final Function<Uid, Optional<String>> groups;

  /**
   * Of the running system.
   *
   * @param layout where processes and subordinate ids are told
   */
  public UidUse(SystemLayout layout) {
    this(
        layout,
        uid -> NameService.user(uid).map(NameService.User::name),
        gid -> NameService.group(gid).map(NameService.Group::name));
  }

  /**
   * As above.
   *
   * @param users the name of the user of a number
   * @param groups the name of the group of a number
   */
  public UidUse(
      SystemLayout layout,
      Function<Uid, Optional<String>> users,
      Function<Uid, Optional<String>> groups) {
    this.layout = layout;
    this.users = users;
    this.groups = groups;
  }

  /** What uses the number, for people: {@code user victim}; nothing where it is unused. */
  public Optional<String> of(Uid uid) throws IOException {
    Optional<String> account = account(uid);
    return account.isPresent() ? account : beside(uid);
  }

  /** The user or group of that number, for people. */
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
   * Makes sure that a number which was found unused is so still.
   *
   * @throws Refused if something uses it
   */
  public void requireUnused(Uid uid) throws IOException {
    of(uid)
        .ifPresent(use -> {
          throw taken(uid, use);
        });
  }

  /**
   * Makes sure that whatever runs with this number is nobody's.
   *
   * @throws Refused if it is a user's or a group's
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
