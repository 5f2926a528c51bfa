package dev.bawn.admin.account;

import dev.bawn.admin.change.KeepHome;
import dev.bawn.admin.linux.NameService;
import dev.bawn.admin.program.SystemProgram;
import dev.bawn.admin.sealing.AdminSettings;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.cli.ShellQuoting;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.NearestMatch;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Creates and removes the accounts of agents with the programs of the system. Each step can be
 * repeated. The comment of an account marks it as created by bawn; other accounts are never
 * changed.
 */
public final class Accounts {

  /** The comment of the accounts that bawn creates. */
  public static final String COMMENT = "bawn agent";

  private static final String NEVER_VALID = "1970-01-02";

  private final SystemLayout layout;

  /**
   * @param layout with the home directories
   */
  public Accounts(SystemLayout layout) {
    this.layout = layout;
  }

  /** Returns the uid of a user of this system, by name or number. */
  public static Uid uid(String user) throws IOException {
    return user(user).uid();
  }

  /**
   * Returns a user of this system, by name or number.
   *
   * @throws NotFound if it does not exist
   */
  public static NameService.User user(String user) throws IOException {
    Optional<NameService.User> named = NameService.user(user);
    if (named.isEmpty() && user.matches("[0-9]{1,9}")) {
      named = NameService.user(new Uid(Integer.parseInt(user)));
    }
    if (named.isEmpty()) {
      throw new NotFound(
          "there is no user '" + user + "'",
          NearestMatch.hint(user, users(), "see: getent passwd"));
    }
    return named.get();
  }

  private static List<String> users() throws IOException {
    return SystemProgram.named("timeout")
        .run("10", "getent", "passwd")
        .output()
        .lines()
        .filter(line -> line.contains(":"))
        .map(line -> line.substring(0, line.indexOf(':')))
        .toList();
  }

  /** Tells whether this user is an agent. */
  public static boolean isAgent(NameService.User user) {
    return user.comment().equals(COMMENT);
  }

  /** Returns the gid of a group of this system. */
  public static Uid gid(String group) {
    return NameService.group(group)
        .orElseThrow(() -> new NotFound("there is no group '" + group + "'", "see: getent group"))
        .gid();
  }

  /**
   * Requires that no account and no group has this name.
   *
   * @throws Refused if one has it
   */
  public void requireFree(AgentName agent) {
    if (NameService.user(agent.text()).isPresent()) {
      throw taken("account", agent);
    }
    if (NameService.group(agent.text()).isPresent()) {
      throw taken("group", agent);
    }
  }

  private static Refused taken(String what, AgentName agent) {
    return new Refused(
        what + " '" + agent + "' already exists, and belongs to no agent",
        "choose another name, for example a."
            + agent
            + "; if a deleted agent left it, see: sudo bawn-admin doctor");
  }

  /**
   * Creates an account without login, locked and expired, with its own home directory: only sudo
   * can start a process as it.
   *
   * @throws Refused if another account or group has this name or number
   */
  public void create(AgentName agent, Uid uid) throws IOException {
    if (!hasGroup(agent)) {
      new UidUse(layout).requireUnused(uid);
      SystemProgram.named("groupadd").must("--gid", uid.toString(), agent.text());
    }
    if (!hasAccount(agent)) {
      SystemProgram.named("useradd").must(arguments(agent, uid).toArray(String[]::new));
    }
    makeHome(agent, uid);
  }

  /** Creates the home directory of an agent, unless it exists. */
  public void makeHome(AgentName agent, Uid uid) throws IOException {
    Path home = layout.home(agent);
    if (!Files.isDirectory(home, LinkOption.NOFOLLOW_LINKS)) {
      SystemProgram.named("install")
          .must("-d", "-m", "0700", "-o", uid.toString(), "-g", uid.toString(), home.toString());
    }
  }

  /** The lines for a shell that make a lost account of an agent again, with its uid. */
  public List<String> lines(AgentName agent, Uid uid) {
    return List.of(
        "getent group " + agent + " >/dev/null || sudo groupadd --gid " + uid + " " + agent,
        "sudo useradd " + ShellQuoting.join(arguments(agent, uid)));
  }

  /** The arguments of useradd(8). */
  private List<String> arguments(AgentName agent, Uid uid) {
    return List.of(
        "--uid",
        uid.toString(),
        "--gid",
        uid.toString(),
        "--groups",
        SystemAccounts.AGENTS,
        "--no-create-home",
        "--home-dir",
        layout.home(agent).toString(),
        "--shell",
        "/usr/sbin/nologin",
        "--comment",
        COMMENT,
        "--key",
        "UID_MAX=" + uid,
        "--key",
        "SUB_UID_COUNT=0",
        "--key",
        "SUB_GID_COUNT=0",
        "--expiredate",
        NEVER_VALID,
        agent.text());
  }

  /** Locks and expires the account again, also if its state was changed. */
  public void disable(AgentName agent) throws IOException {
    if (hasAccount(agent)) {
      SystemProgram.named("usermod").must("--lock", "--expiredate", NEVER_VALID, agent.text());
    }
  }

  /**
   * Ends all processes of an agent, also if its account was lost.
   *
   * @throws Failed if processes are left after ten seconds
   */
  public void endProcesses(AgentName agent) throws IOException {
    if (hasAccount(agent)) {
      processes(agent).end();
      return;
    }
    Optional<Uid> uid = ownerOfHome(agent).filter(each -> NameService.user(each).isEmpty());
    if (uid.isPresent()) {
      new AgentProcesses(
              layout.at("proc"),
              agent.text(),
              uid.get(),
              () -> requireOurs(NameService.user(uid.get()).isEmpty(), "an account", agent))
          .end();
    }
  }

  /** The uid that owns the home directory of an agent; empty if it is no uid of an agent. */
  public Optional<Uid> ownerOfHome(AgentName agent) throws IOException {
    Path home = layout.home(agent);
    if (!Files.isDirectory(home, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    Uid uid = new Uid((int) Files.getAttribute(home, "unix:uid", LinkOption.NOFOLLOW_LINKS));
    return isOfAgents(uid) ? Optional.of(uid) : Optional.empty();
  }

  /**
   * Ends all processes that an agent has now. Other processes may start at the same time.
   *
   * @throws Failed if one of these is left after ten seconds
   */
  public void endPresentProcesses(AgentName agent) throws IOException {
    if (hasAccount(agent)) {
      processes(agent).endPresent();
    }
  }

  /** Tells whether a process runs with the uid of the agent, for example in a session. */
  public boolean hasProcesses(AgentName agent) throws IOException {
    return hasAccount(agent) && processes(agent).any();
  }

  private AgentProcesses processes(AgentName agent) throws IOException {
    Uid uid = uid(agent.text());
    return new AgentProcesses(
        layout.at("proc"), agent.text(), uid, () -> requireAccount(agent, uid));
  }

  /**
   * Requires that the uid belongs to this agent's account and not to another account with the same
   * uid.
   */
  private void requireAccount(AgentName agent, Uid uid) throws IOException {
    Optional<NameService.User> user = NameService.user(uid);
    requireOurs(
        user.isPresent() && user.get().name().equals(agent.text()) && hasAccount(agent),
        "an account",
        agent);
  }

  /** Removes the account and its group, and removes its home directory or gives it to root. */
  public void remove(AgentName agent, KeepHome keepHome) throws IOException {
    Path home = layout.home(agent);
    if (Files.exists(home, LinkOption.NOFOLLOW_LINKS)) {
      if (keepHome == KeepHome.YES) {
        keep(home);
      } else {
        SystemProgram.named("rm").must("-rf", "--one-file-system", "--", home.toString());
      }
    }
    if (hasAccount(agent)) {
      // by force: all processes have ended, but one that its parent has not waited for still
      // counts, and that parent may be an operator's sudo, which the operator can stop
      SystemProgram.named("userdel").must("--force", agent.text());
    }
    if (hasGroup(agent)) {
      SystemProgram.named("groupdel").must(agent.text());
    }
  }

  /**
   * Gives the home directory to root, closes it, and renames it, so that a later agent can use the
   * name.
   */
  private static void keep(Path home) throws IOException {
    SystemProgram.named("chown").must("--no-dereference", "root:root", home.toString());
    SystemProgram.named("chmod").must("0700", home.toString());
    Path kept =
        home.resolveSibling(
            home.getFileName() + AgentName.KEPT + System.currentTimeMillis() / 1000);
    Files.move(home, kept);
  }

  /**
   * Tells whether the agent has its account.
   *
   * @throws Refused if an account has this name that bawn did not create
   */
  private boolean hasAccount(AgentName agent) throws IOException {
    Optional<NameService.User> user = NameService.user(agent.text());
    if (user.isPresent()) {
      requireOurs(isAgent(user.get()) && isOfAgents(user.get().uid()), "an account", agent);
    }
    return user.isPresent();
  }

  /**
   * Tells whether the agent has its group.
   *
   * @throws Refused if a group has this name that bawn did not create
   */
  private boolean hasGroup(AgentName agent) throws IOException {
    Optional<NameService.Group> group = NameService.group(agent.text());
    if (group.isPresent()) {
      requireOurs(isOfAgents(group.get().gid()), "a group", agent);
    }
    return group.isPresent();
  }

  private boolean isOfAgents(Uid number) throws IOException {
    return AdminSettings.read(layout).isOfAgents(number);
  }

  private static void requireOurs(boolean ours, String what, AgentName agent) {
    if (!ours) {
      throw taken(what, agent);
    }
  }
}
