package dev.bawn.admin.seccomp;

import static dev.bawn.admin.seccomp.Answer.EAFNOSUPPORT;
import static dev.bawn.admin.seccomp.Answer.ENOSYS;
import static dev.bawn.admin.seccomp.Answer.EOPNOTSUPP;
import static dev.bawn.admin.seccomp.Answer.EPERM;
import static dev.bawn.admin.seccomp.Answer.EPROTONOSUPPORT;
import static dev.bawn.admin.seccomp.Condition.hasBit;
import static dev.bawn.admin.seccomp.Condition.isInt;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The system calls that a session must not make. Everything else is allowed: coding agents run
 * whatever a project needs. Namespaces, the absence of capabilities and AppArmor limit what the
 * other calls can reach. This filter closes access to the terminal and to the kernel itself that
 * these leave open, and reduces the attack surface of the kernel.
 */
public final class SessionFilter {

  /**
   * The newest system call that this list considers: mseal (Linux 6.10). Later ones fail with
   * ENOSYS inside. The next four, setxattrat to removexattrat (Linux 6.13), have no name in older
   * versions of libseccomp. From 424 on the numbers are the same on all architectures.
   */
  public static final int NEWEST_KNOWN_CALL = 462;

  /** Refused with any arguments. */
  private static final List<String> REFUSED =
      List.of(
          // keyrings are not in any namespace
          "keyctl",
          "add_key",
          "request_key",
          // large parts of the kernel with many past vulnerabilities; an agent needs none of them
          "bpf",
          "perf_event_open",
          "userfaultfd",
          "io_uring_setup",
          "io_uring_enter",
          "io_uring_register",
          // the kernel log, which is about all users, if no sysctl restricts it
          "syslog",
          // a change of the security label, which AppArmor also checks by its policy
          "lsm_set_self_attr",
          // other namespaces, and mounts in the namespace of the session
          "setns",
          "mount",
          "umount2",
          "pivot_root",
          "open_tree",
          "move_mount",
          "fsopen",
          "fsconfig",
          "fsmount",
          "fspick",
          "mount_setattr",
          // any file of a mounted file system, also outside the mounted part
          "open_by_handle_at",
          // the machine itself; these calls need capabilities anyway
          "init_module",
          "finit_module",
          "delete_module",
          "kexec_load",
          "kexec_file_load",
          "swapon",
          "swapoff",
          "reboot",
          "quotactl",
          "quotactl_fd",
          "acct");

  /**
   * Calls with arguments in memory, which a filter cannot read: clone3 could create a user
   * namespace, openat2 a setuid file. Programs fall back to clone and openat.
   */
  private static final List<String> UNREADABLE = List.of("clone3", "openat2");

  /**
   * Calls by which a process can read or change another one; refused to agents only. Programs run
   * without these.
   */
  private static final List<String> REFUSED_TO_AGENTS =
      List.of("ptrace", "process_vm_readv", "process_vm_writev", "pidfd_getfd", "kcmp");

  /**
   * Files in memory, from which the dynamic linker starts programs and loads libraries, also from
   * those created with MFD_NOEXEC_SEAL: no mount flag applies to them. Programs fall back to files.
   */
  private static final List<String> FILES_IN_MEMORY = List.of("memfd_create", "memfd_secret");

  /** Calls that change the rights of memory. */
  private static final List<String> PROTECTIONS = List.of("mprotect", "pkey_mprotect");

  /**
   * PROT_EXEC and PROT_GROWSDOWN (mprotect(2)), by which the dynamic linker makes the stack
   * executable for a library that requests it. A library needs no code for that, so no noexec mount
   * refuses it, and the environment is on the stack.
   */
  private static final long EXECUTABLE_STACK = 0x0100_0004;

  private static final long PROT_WRITE = 2;
  private static final long PROT_EXEC = 4;

  /** This bit is also a part of MAP_SHARED_VALIDATE. */
  private static final long MAP_SHARED = 1;

  private static final long MAP_ANONYMOUS = 0x20;
  private static final long SHM_EXEC = 0100000;

  /** Makes each readable mapping executable, too, see personality(2). */
  private static final long READ_IMPLIES_EXEC = 0x0040_0000;

  /**
   * Extended attributes, which include access lists. The scratch directory has an access list with
   * the operators, whose user IDs do not exist in the session's user namespace: a program that
   * copies this list gets EINVAL. Without extended attributes, programs copy only the mode.
   */
  private static final List<String> EXTENDED_ATTRIBUTES =
      Stream.of("set", "get", "list", "remove")
          .flatMap(verb -> Stream.of(verb + "xattr", "l" + verb + "xattr", "f" + verb + "xattr"))
          .toList();

  private static final long CLONE_NEWUSER = 0x1000_0000;

  private static final long CLONE_NEWCGROUP = 0x0200_0000;

  private static final List<Rule> USER_NAMESPACES =
      List.of(
          Rule.of("clone", EPERM, hasBit(0, CLONE_NEWUSER)),
          Rule.of("unshare", EPERM, hasBit(0, CLONE_NEWUSER)));

  /**
   * The owner of a cgroup namespace may mount the cgroup file system. Its root is the cgroup in
   * which the session was started. If that cgroup is delegated to the user, its files let the
   * session kill, stop and limit the user's processes outside.
   */
  private static final List<Rule> CGROUP_NAMESPACES =
      List.of(
          Rule.of("clone", EPERM, hasBit(0, CLONE_NEWCGROUP)),
          Rule.of("unshare", EPERM, hasBit(0, CLONE_NEWCGROUP)));

  /** Puts a character into the terminal's input: CVE-2017-5226. */
  private static final int TIOCSTI = 0x5412;

  /** Pastes the selection of a virtual console into its input. */
  private static final int TIOCLINUX = 0x541c;

  /**
   * Changes the line discipline; most are drivers, which the call loads: CVE-2017-2636,
   * CVE-2023-6546.
   */
  private static final int TIOCSETD = 0x5423;

  private static final long AF_UNIX = 1;
  private static final long AF_INET = 2;
  private static final long AF_INET6 = 10;
  private static final long AF_NETLINK = 16;

  /** Unspecified, ICMP, TCP, UDP, ICMPv6, and MPTCP, with which programs in Go listen. */
  private static final Set<Long> IP_PROTOCOLS = Set.of(0L, 1L, 6L, 17L, 58L, 262L);

  /** Addresses and routes, the sockets that {@code ss} shows, and device events. */
  private static final Set<Long> NETLINK_PROTOCOLS = Set.of(0L, 4L, 15L);

  private static final long O_CREAT = 0100;
  private static final long O_TMPFILE_BIT = 020_000_000;
  private static final List<Long> SET_ID_BITS = List.of(04000L, 02000L);

  private SessionFilter() {}

  /**
   * The calls by which bubblewrap, Chromium and Firefox create a sandbox inside a session. In its
   * own user namespace a process can mount only files that the session has, and read-only mounts
   * stay read-only.
   */
  private static final Set<String> NESTING = Set.of("mount", "umount2", "pivot_root");

  /**
   * The list for an unprivileged session in which user namespaces can be created. Calls with
   * arguments in memory stay refused: programs fall back to the allowed ones.
   */
  public static List<Rule> nestedRules() {
    return ownRules().stream()
        .filter(rule -> !NESTING.contains(rule.call()))
        .filter(rule -> !USER_NAMESPACES.contains(rule))
        .toList();
  }

  /**
   * The list for agent sessions in which no machine code can be created in memory: executable
   * memory was never writable. systemd refuses the same for MemoryDenyWriteExecute, see
   * systemd.exec(5). In addition, memory without a file is never executable, nor is shared memory,
   * such as a mapping of {@code /dev/zero}: the session could write it by a second mapping.
   */
  public static List<Rule> rules() {
    List<Rule> rules = jitRules();
    rules.add(Rule.of("mmap", EPERM, hasBit(2, PROT_EXEC | PROT_WRITE)));
    rules.add(Rule.of("mmap", EPERM, hasBit(2, PROT_EXEC), hasBit(3, MAP_ANONYMOUS)));
    rules.add(Rule.of("mmap", EPERM, hasBit(2, PROT_EXEC), hasBit(3, MAP_SHARED)));
    PROTECTIONS.forEach(call -> rules.add(Rule.of(call, EPERM, hasBit(2, PROT_EXEC))));
    rules.add(Rule.of("shmat", EPERM, hasBit(2, SHM_EXEC)));
    personalities().forEach(rules::add);
    return rules;
  }

  /**
   * With all 32 bits set, personality(2) only returns the present value: each of these conditions
   * has one bit unset.
   */
  private static Stream<Rule> personalities() {
    return IntStream.range(0, Integer.SIZE)
        .mapToLong(bit -> 1L << bit)
        .filter(bit -> bit != READ_IMPLIES_EXEC)
        .mapToObj(bit -> new Condition(0, READ_IMPLIES_EXEC | bit, READ_IMPLIES_EXEC))
        .map(condition -> Rule.of("personality", EPERM, condition));
  }

  /**
   * The list for agent sessions with a JIT compiler. A call that matches a rule fails with its
   * error; all other calls are made.
   */
  public static List<Rule> jitRules() {
    List<Rule> rules = ownRules();
    REFUSED_TO_AGENTS.forEach(call -> rules.add(Rule.of(call, EPERM)));
    FILES_IN_MEMORY.forEach(call -> rules.add(Rule.of(call, ENOSYS)));
    PROTECTIONS.forEach(call -> rules.add(Rule.of(call, EPERM, hasBit(2, EXECUTABLE_STACK))));
    EXTENDED_ATTRIBUTES.forEach(call -> rules.add(Rule.of(call, EOPNOTSUPP)));
    return rules;
  }

  /** The list for an unprivileged session without user namespaces. */
  public static List<Rule> ownRules() {
    List<Rule> rules = new ArrayList<>();
    REFUSED.forEach(call -> rules.add(Rule.of(call, EPERM)));
    UNREADABLE.forEach(call -> rules.add(Rule.of(call, ENOSYS)));
    rules.addAll(USER_NAMESPACES);
    rules.addAll(CGROUP_NAMESPACES);
    rules.add(Rule.of("ioctl", EPERM, isInt(1, TIOCSTI)));
    rules.add(Rule.of("ioctl", EPERM, isInt(1, TIOCLINUX)));
    rules.add(Rule.of("ioctl", EPERM, isInt(1, TIOCSETD)));
    rules.addAll(sockets());
    rules.addAll(setIdFiles());
    return rules;
  }

  /**
   * Allows sockets of the families that programs use, and no others: AF_ALG, AF_VSOCK, AF_RXRPC,
   * AF_KEY, AF_PACKET, AF_TIPC and forty more have their own code in the kernel, which the call
   * loads. So have protocols of the internet (SCTP, DCCP: CVE-2017-6074) and of netlink (the keys
   * of IPsec: CVE-2022-27666, and the families of generic netlink).
   */
  private static List<Rule> sockets() {
    List<Rule> rules = new ArrayList<>();
    Set<Long> used = Set.of(AF_UNIX, AF_INET, AF_INET6, AF_NETLINK);
    for (String call : List.of("socket", "socketpair")) {
      for (Condition others : ComplementMasks.of(used, 0)) {
        rules.add(Rule.of(call, EAFNOSUPPORT, others));
      }
    }
    rules.addAll(protocolsBut(IP_PROTOCOLS, AF_INET));
    rules.addAll(protocolsBut(IP_PROTOCOLS, AF_INET6));
    rules.addAll(protocolsBut(NETLINK_PROTOCOLS, AF_NETLINK));
    return rules;
  }

  private static List<Rule> protocolsBut(Set<Long> used, long family) {
    return ComplementMasks.of(used, 2).stream()
        .map(others -> Rule.of("socket", EPROTONOSUPPORT, isInt(0, (int) family), others))
        .toList();
  }

  /**
   * Files with the set-user-ID or set-group-ID bit: outside the sandbox, every user could start
   * such a file and run as the agent.
   */
  private static List<Rule> setIdFiles() {
    return SET_ID_BITS.stream().flatMap(SessionFilter::filesWith).toList();
  }

  private static Stream<Rule> filesWith(long bit) {
    return Stream.of(
        Rule.of("chmod", EPERM, hasBit(1, bit)),
        Rule.of("fchmod", EPERM, hasBit(1, bit)),
        Rule.of("fchmodat", EPERM, hasBit(2, bit)),
        Rule.of("fchmodat2", EPERM, hasBit(2, bit)),
        Rule.of("mknod", EPERM, hasBit(1, bit)),
        Rule.of("mknodat", EPERM, hasBit(2, bit)),
        Rule.of("creat", EPERM, hasBit(1, bit)),
        // without one of these flags the mode is ignored, and may have any value
        Rule.of("open", EPERM, hasBit(1, O_CREAT), hasBit(2, bit)),
        Rule.of("open", EPERM, hasBit(1, O_TMPFILE_BIT), hasBit(2, bit)),
        Rule.of("openat", EPERM, hasBit(2, O_CREAT), hasBit(3, bit)),
        Rule.of("openat", EPERM, hasBit(2, O_TMPFILE_BIT), hasBit(3, bit)));
  }
}
