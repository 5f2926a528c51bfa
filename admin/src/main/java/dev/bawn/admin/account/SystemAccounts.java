package dev.bawn.admin.account;

import dev.bawn.admin.linux.NameService;
import dev.bawn.admin.program.SystemProgram;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.process.Sleep;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The group and the account that bawn itself needs. If they exist already, bawn uses and keeps
 * them; but it must be impossible to log in to the account.
 */
public final class SystemAccounts {

  /** The group of all agents: only its members may search the parent of their home directories. */
  public static final String AGENTS = "agents";

  /** The account that receives mirrors and cannot write anything else. */
  public static final String MIRROR_KEEPER = "bawn-mirror";

  private static final String AGENTS_GROUP = "group " + AGENTS;
  private static final String MIRROR_USER = "user " + MIRROR_KEEPER;

  /** The index of the field in shadow(5). */
  private static final int PASSWORD = 1;

  /** The exit status of userdel(8) if a process uses the account. */
  private static final int IN_USE = 8;

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration PAUSE = Duration.ofMillis(100);

  private final MadeAccounts made;

  /**
   * @param layout with the record of the created accounts
   */
  public SystemAccounts(SystemLayout layout) {
    this.made = new MadeAccounts(layout);
  }

  /**
   * Creates the missing ones. Can be repeated.
   *
   * @return the accounts that were created now, such as {@code group agents}
   */
  public List<String> create() throws IOException {
    List<String> now = new ArrayList<>();
    if (NameService.group(AGENTS).isEmpty()) {
      made.note(AGENTS_GROUP);
      now.add(AGENTS_GROUP);
      SystemProgram.named("groupadd").must("--system", AGENTS);
    }
    if (NameService.user(MIRROR_KEEPER).isEmpty()) {
      made.note(MIRROR_USER);
      now.add(MIRROR_USER);
      SystemProgram.named("useradd")
          .must(
              "--system",
              "--user-group",
              "--no-create-home",
              "--home-dir",
              "/nonexistent",
              "--shell",
              "/usr/sbin/nologin",
              "--comment",
              "bawn receives mirrors",
              MIRROR_KEEPER);
    }
    requireClosedKeeper();
    return now;
  }

  /**
   * Requires that no user can use the account that writes the mirrors, which agents see as their
   * projects.
   *
   * @throws Refused if a user could log in to it, or if it shares its uid or its group
   */
  private static void requireClosedKeeper() throws IOException {
    NameService.User keeper = Accounts.user(MIRROR_KEEPER);
    String owner = NameService.user(keeper.uid()).map(NameService.User::name).orElse("");
    if (!owner.equals(MIRROR_KEEPER)) {
      throw foreignKeeper("shares uid " + keeper.uid() + " with " + Printable.of(owner));
    }
    if (!keeper.shell().endsWith("/nologin") && !keeper.shell().endsWith("/false")) {
      throw foreignKeeper("has a login shell: " + Printable.of(keeper.shell()));
    }
    if (hasPassword()) {
      throw foreignKeeper("has a password");
    }
    Optional<NameService.Group> group = NameService.group(MIRROR_KEEPER);
    if (group.isEmpty() || !group.get().gid().equals(keeper.gid())) {
      throw foreignKeeper("has no group of its own");
    }
    if (group.get().hasMembers()) {
      throw foreignKeeper("has a group with other members");
    }
  }

  private static boolean hasPassword() throws IOException {
    String line = SystemProgram.named("getent").run("shadow", MIRROR_KEEPER).output();
    String[] fields = line.split(":", -1);
    return fields.length > PASSWORD && !fields[PASSWORD].matches("[!*].*");
  }

  private static Refused foreignKeeper(String because) {
    return new Refused(
        "the account " + MIRROR_KEEPER + " " + because,
        "init creates an account of that name, which only root can use; rename yours, or remove it:"
            + " sudo userdel "
            + MIRROR_KEEPER);
  }

  /** Removes the accounts that {@link #create} created, and no others. Can be repeated. */
  public void remove() throws IOException {
    if (made.has(MIRROR_USER)) {
      if (NameService.user(MIRROR_KEEPER).isPresent()) {
        removeKeeper();
      }
      removeGroup(MIRROR_KEEPER);
    }
    if (made.has(AGENTS_GROUP)) {
      removeGroup(AGENTS);
    }
  }

  /**
   * Waits for the processes of a sync that has just ended: userdel(8) refuses as long as one is
   * left.
   */
  private static void removeKeeper() throws IOException {
    SystemProgram userdel = SystemProgram.named("userdel");
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    SystemProgram.Result result = userdel.run(MIRROR_KEEPER);
    while (result.status() == IN_USE && System.nanoTime() < deadline) {
      Sleep.of(PAUSE);
      result = userdel.run(MIRROR_KEEPER);
    }
    if (result.status() != 0) {
      throw new Failed(
          "the account "
              + MIRROR_KEEPER
              + " could not be removed: "
              + Printable.of(result.lastLine()),
          "end the processes that use it (sync --watch?), then run the command again");
    }
  }

  private static void removeGroup(String group) throws IOException {
    if (NameService.group(group).isPresent()) {
      SystemProgram.named("groupdel").must(group);
    }
  }
}
