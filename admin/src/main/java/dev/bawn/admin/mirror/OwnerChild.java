package dev.bawn.admin.mirror;

import dev.bawn.admin.account.SystemAccounts;
import dev.bawn.admin.linux.NameService;
import dev.bawn.admin.linux.NameService.User;
import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.cli.ShellQuoting;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.sandbox.BubblewrapArguments;
import dev.bawn.contract.sandbox.SandboxStep;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Starts processes with the uid and groups of a user, which have that user's rights and no others.
 * Each has its own session (setsid), no terminal, no new privileges, no capabilities (except one if
 * the user is root), and only the three standard descriptors. They end when this program ends.
 */
public final class OwnerChild {

  /**
   * The only capability that root's processes keep: it is necessary to map root into a user
   * namespace, see user_namespaces(7).
   */
  private static final String ROOTS_BOUND = "-all,+setfcap";

  private static final String BOUND = "-all";

  private final List<String> entering;
  private final List<String> identity;
  private final String bound;
  private final Map<String, String> environment;

  private OwnerChild(List<String> identity, String bound, Map<String, String> environment) {
    this(List.of(), identity, bound, environment);
  }

  private OwnerChild(
      List<String> entering, List<String> identity, String bound, Map<String, String> environment) {
    this.entering = entering;
    this.identity = identity;
    this.bound = bound;
    this.environment = environment;
  }

  /**
   * Processes of this user, with the user's home directory: the settings of git in it can ignore
   * more names.
   *
   * @throws NotFound if no user has this uid
   */
  public static OwnerChild of(Uid uid) throws IOException {
    return of(
        NameService.user(uid)
            .orElseThrow(() ->
                new NotFound("there is no user with uid " + uid, "list the users: getent passwd")));
  }

  /** Processes of the account that owns a mirror: bawn-mirror, or one agent. */
  static OwnerChild ofKeeper(Assignment assignment) throws IOException {
    return assignment.keeper().isPresent()
        ? of(assignment.keeper().get())
        : ofAccount(SystemAccounts.MIRROR_KEEPER);
  }

  /**
   * Processes of the owner of a project.
   *
   * @throws NotFound if no user has that uid
   * @throws Refused if that uid belongs to another user now
   */
  static OwnerChild of(Assignment assignment) throws IOException {
    Uid uid = assignment.owner();
    User user =
        NameService.user(uid)
            .orElseThrow(() ->
                new NotFound(
                    "the owner of " + assignment.source() + " has no account: uid " + uid,
                    "unassign the project: sudo bawn-admin unassign AGENT "
                        + ShellQuoting.join(List.of(assignment.source().toString()))));
    String sealed = assignment.ownerName().orElse(user.name());
    if (!sealed.equals(user.name())) {
      throw new Refused(
          "the owner of %s was %s when it was assigned, and uid %s is %s now"
              .formatted(assignment.source(), Printable.of(sealed), uid, Printable.of(user.name())),
          "if this is the same person: sudo bawn-admin operator add AGENT "
              + Printable.of(user.name())
              + "; otherwise unassign it from its agents, and assign it again");
    }
    return of(user);
  }

  static OwnerChild of(User user) {
    return new OwnerChild(
        List.of("--reuid=" + user.uid(), "--regid=" + user.gid(), "--init-groups"),
        user.uid().equals(Uid.ROOT) ? ROOTS_BOUND : BOUND,
        Map.of("HOME", user.home(), "USER", user.name(), "LOGNAME", user.name()));
  }

  /** Processes of a system account, which has no home directory and no supplementary groups. */
  public static OwnerChild ofAccount(String name) {
    return new OwnerChild(
        List.of("--reuid=" + name, "--regid=" + name, "--clear-groups"), BOUND, Map.of());
  }

  /** Processes of a uid that no account has, so no user owns them or the files that they create. */
  public static OwnerChild ofNobody(Uid uid) {
    return new OwnerChild(
        List.of("--reuid=" + uid, "--regid=" + uid, "--clear-groups"), BOUND, Map.of());
  }

  /**
   * Processes of the same user in the mount namespace of another process.
   *
   * @param pid a process that runs at least as long
   */
  public OwnerChild inMountsOf(long pid) {
    List<String> enter = List.of("/usr/bin/nsenter", "--mount=/proc/" + pid + "/ns/mnt", "--");
    return new OwnerChild(enter, identity, bound, environment);
  }

  /**
   * A process in a sandbox with a seccomp filter.
   *
   * @param filter the compiled filter, which is the standard input of the process
   */
  public ProcessBuilder filtered(List<SandboxStep> steps, Path filter, List<String> command) {
    return running(
            Stream.of(
                    List.of("/usr/bin/bwrap", "--seccomp", "0"),
                    BubblewrapArguments.of(steps),
                    List.of("--", "/bin/sh", "-c", "exec \"$@\" </dev/null", "sh"),
                    command)
                .flatMap(List::stream)
                .toList())
        .redirectInput(filter.toFile());
  }

  /** A process in a sandbox. */
  public ProcessBuilder sandboxed(List<SandboxStep> steps, List<String> command) {
    return sandboxed(List.of(), steps, command);
  }

  /**
   * A process in a sandbox that another program starts.
   *
   * @param starter becomes the program that its last arguments name
   */
  ProcessBuilder sandboxed(List<String> starter, List<SandboxStep> steps, List<String> command) {
    return running(
        Stream.concat(starter.stream(), sandboxedCommand(steps, command).stream()).toList());
  }

  /**
   * Returns the command line by which the user runs the same process without root. timeout(1) kills
   * its process group after ten seconds: a bubblewrap that is killed alone can leave a child, which
   * waits for it without end and holds the output open.
   */
  List<String> byTheUser(List<SandboxStep> steps, List<String> command) {
    List<String> words = new ArrayList<>(List.of("/usr/bin/env", "-i"));
    settings().forEach((name, value) -> words.add(name + "=" + value));
    words.addAll(List.of("/usr/bin/setsid", "/usr/bin/timeout", "-s", "KILL", "10"));
    words.addAll(sandboxedCommand(steps, command));
    return words;
  }

  private static List<String> sandboxedCommand(List<SandboxStep> steps, List<String> command) {
    return Stream.of(
            List.of("/usr/bin/bwrap"), BubblewrapArguments.of(steps), List.of("--"), command)
        .flatMap(List::stream)
        .toList();
  }

  private Map<String, String> settings() {
    Map<String, String> settings = new TreeMap<>(environment);
    settings.put("PATH", "/usr/bin:/bin");
    settings.put("LC_ALL", "C.UTF-8");
    return settings;
  }

  /** A process that sees the same files as its user, without a sandbox. */
  public ProcessBuilder running(List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(words(command)).directory(Path.of("/").toFile());
    builder.environment().clear();
    builder.environment().putAll(settings());
    return builder;
  }

  private List<String> words(List<String> command) {
    return Stream.of(
            entering,
            List.of("/usr/bin/setpriv"),
            identity,
            List.of(
                "--no-new-privs",
                "--inh-caps=-all",
                "--bounding-set=" + bound,
                "--pdeathsig=KILL",
                "/usr/bin/setsid"),
            command)
        .flatMap(List::stream)
        .toList();
  }
}
