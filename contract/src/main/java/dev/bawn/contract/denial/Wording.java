package dev.bawn.contract.denial;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Describes a denial in words. Texts from the record may contain any character. */
final class Wording {

  /** The letters of a file's rights, the most important first. */
  private static final Map<Character, String> RIGHTS = rights();

  private static final Set<String> SOCKETS =
      Set.of(
          "create",
          "connect",
          "bind",
          "listen",
          "accept",
          "sendmsg",
          "recvmsg",
          "getsockopt",
          "setsockopt",
          "getattr",
          "setattr",
          "getopt",
          "setopt",
          "shutdown",
          "socket_create",
          "file_perm",
          "file_inherit");

  private Wording() {}

  private static Map<Character, String> rights() {
    Map<Character, String> rights = new LinkedHashMap<>();
    rights.put('x', "run");
    rights.put('m', "load code from");
    rights.put('d', "remove");
    rights.put('w', "write");
    rights.put('a', "append to");
    rights.put('c', "create");
    rights.put('l', "link");
    rights.put('k', "lock");
    rights.put('r', "read");
    return rights;
  }

  /** The denied operation; begins with a verb. */
  static String of(Denial denial) {
    String operation = denial.text("operation");
    if (SOCKETS.contains(operation) && denial.field("family").isPresent()) {
      return socket(denial);
    }
    return switch (operation) {
      case "capable" -> "use the capability " + denial.text("capname");
      case "userns_create" -> "make a user namespace";
      case "ptrace" -> trace(denial);
      case "signal" -> signal(denial);
      case "change_profile", "change_onexec", "change_hat", "stack" ->
          "change its policy to "
              + denial.field("target").or(() -> denial.field("name")).orElse("");
      case "mount" -> mount(denial);
      case "umount" -> "unmount " + name(denial);
      case "pivotroot" -> "change its root to " + name(denial);
      case "setrlimit" -> "raise the limit " + denial.text("rlimit");
      default -> file(denial);
    };
  }

  private static String socket(Denial denial) {
    String to = denial.field("peer_addr").or(() -> denial.field("addr")).orElse("none");
    return denial.text("operation").replace('_', ' ')
        + " a socket of "
        + (denial.text("family") + " " + denial.text("sock_type")).strip()
        + (to.equals("none") ? "" : ", " + to);
  }

  private static String trace(Denial denial) {
    return switch (denial.denied()) {
      case "trace" -> "trace " + peer(denial);
      case "tracedby" -> "be traced by " + peer(denial);
      case "readby" -> "be inspected by " + peer(denial);
      default -> "inspect " + peer(denial);
    };
  }

  private static String signal(Denial denial) {
    boolean sent = denial.denied().contains("send");
    return (sent ? "send" : "receive")
        + " the signal "
        + denial.text("signal")
        + (sent ? " to " : " from ")
        + peer(denial);
  }

  /** The policy of the processes at the other end: bubblewrap's own have none. */
  private static String peer(Denial denial) {
    String peer = denial.text("peer");
    if (peer.equals(denial.profile())) {
      return "processes of its own";
    }
    return peer.equals("unconfined") ? "processes without a policy" : "processes of " + peer;
  }

  private static String mount(Denial denial) {
    if (denial.text("flags").contains("remount")) {
      return "change the mount at " + name(denial);
    }
    String what =
        denial
            .field("srcname")
            .filter(source -> !source.equals("none"))
            .or(() -> denial.field("fstype"))
            .orElse("something");
    return "mount " + what + " at " + name(denial);
  }

  private static String name(Denial denial) {
    return denial.field("name").orElse("something");
  }

  private static String file(Denial denial) {
    Optional<Character> right = right(denial);
    // a file that is only in memory has no name, for which the kernel writes the root
    if (right.equals(Optional.of('x')) && name(denial).equals("/")) {
      return "run a program that is not a file";
    }
    String operation = denial.text("operation");
    String verb =
        switch (operation) {
          case "chmod" -> "change the mode of";
          case "chown" -> "change the owner of";
          case "file_lock" -> "lock";
          case "rename_src" -> "rename";
          case "rename_dest" -> "rename something to";
          default -> right.map(RIGHTS::get).orElse(operation);
        };
    return verb + " " + name(denial);
  }

  /** The most important denied right to a file. */
  static Optional<Character> right(Denial denial) {
    return RIGHTS.keySet().stream()
        .filter(letter -> denial.denied().indexOf(letter) >= 0 && !denial.denied().contains(" "))
        .findFirst();
  }
}
