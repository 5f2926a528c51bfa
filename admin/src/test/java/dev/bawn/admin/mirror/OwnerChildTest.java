package dev.bawn.admin.mirror;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bawn.admin.linux.NameService.User;
import dev.bawn.contract.agent.ProjectPath;
import dev.bawn.contract.agent.Uid;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The complete command lines of root's child processes. */
final class OwnerChildTest {

  private static final User ALICE =
      new User("alice", new Uid(1000), new Uid(1001), "", "/home/alice", "/bin/bash");
  private static final OwnerChild OWNER = OwnerChild.of(ALICE);
  private static final MirrorSandbox SANDBOXES = new MirrorSandbox(Path.of("/usr/lib/bawn"));
  private static final ProjectPath PROJECT = ProjectPath.of("/home/alice/app");

  private static final List<String> AS_ALICE =
      List.of(
          "/usr/bin/setpriv",
          "--reuid=1000",
          "--regid=1001",
          "--init-groups",
          "--no-new-privs",
          "--inh-caps=-all",
          "--bounding-set=-all",
          "--pdeathsig=KILL",
          "/usr/bin/setsid");

  private static final List<String> APART =
      List.of(
          "/usr/bin/bwrap",
          "--unshare-user",
          "--unshare-pid",
          "--unshare-ipc",
          "--unshare-uts",
          "--unshare-cgroup",
          "--unshare-net",
          "--disable-userns",
          "--die-with-parent",
          "--cap-drop",
          "ALL");

  private static final List<String> OWN =
      List.of("--proc", "/proc", "--dev", "/dev", "--perms", "1777", "--tmpfs", "/tmp");

  private static final List<String> SYSTEM =
      List.of(
          "--ro-bind",
          "/usr",
          "/usr",
          "--symlink",
          "usr/bin",
          "/bin",
          "--symlink",
          "usr/lib",
          "/lib",
          "--symlink",
          "usr/lib64",
          "/lib64");

  @Test
  void an_owners_child_has_the_owners_ids_and_nothing_of_roots() {
    assertEquals(
        join(List.of(AS_ALICE, List.of("/bin/true"))),
        OWNER.running(List.of("/bin/true")).command());
  }

  @Test
  void an_owners_child_has_the_owners_home_and_no_variable_of_roots() {
    ProcessBuilder child = OWNER.running(List.of("/bin/true"));
    assertEquals(
        Map.of(
            "HOME", "/home/alice",
            "USER", "alice",
            "LOGNAME", "alice",
            "PATH", "/usr/bin:/bin",
            "LC_ALL", "C.UTF-8"),
        child.environment());
    assertEquals(new File("/"), child.directory());
  }

  @Test
  void the_lister_sees_what_its_owner_sees_and_writes_nothing() {
    assertEquals(
        join(
            List.of(
                AS_ALICE,
                List.of("/usr/lib/bawn/owner-path", "/home/alice/app"),
                APART,
                List.of("--ro-bind", "/", "/"),
                OWN,
                List.of("--perms", "0755", "--tmpfs", "/run"),
                program("owner-list"),
                List.of("--", "list"))),
        SANDBOXES.listing(OWNER, PROJECT, List.of("list")).command());
  }

  @Test
  void a_project_below_tmp_is_shown_to_the_lister() {
    List<String> words =
        SANDBOXES.listing(OWNER, ProjectPath.of("/tmp/app"), List.of("list")).command();
    assertEquals(
        List.of("--ro-bind-try", "/tmp/app", "/tmp/app", "--", "list"),
        words.subList(words.size() - 5, words.size()));
  }

  @Test
  void the_sender_sees_the_project_and_nothing_else_of_anybodys() {
    assertEquals(
        join(
            List.of(
                AS_ALICE,
                APART,
                SYSTEM,
                OWN,
                program("owner-send"),
                List.of(
                    "--ro-bind",
                    "/home/alice/app",
                    "/project",
                    "--remount-ro",
                    "/",
                    "--",
                    "send"))),
        OWNER.sandboxed(SANDBOXES.sending(PROJECT), List.of("send")).command());
  }

  @Test
  void root_keeps_the_one_right_that_its_sandbox_needs() {
    User root = new User("root", Uid.ROOT, Uid.ROOT, "", "/root", "/bin/bash");
    List<String> words = OwnerChild.of(root).running(List.of("survey")).command();
    assertEquals("--bounding-set=-all,+setfcap", words.get(6));
    assertEquals("--bounding-set=-all", OWNER.running(List.of("survey")).command().get(6));
  }

  @Test
  void the_receiver_is_the_keeper_and_can_write_the_mirror_only() {
    List<String> keeper =
        List.of(
            "/usr/bin/setpriv",
            "--reuid=bawn-mirror",
            "--regid=bawn-mirror",
            "--clear-groups",
            "--no-new-privs",
            "--inh-caps=-all",
            "--bounding-set=-all",
            "--pdeathsig=KILL",
            "/usr/bin/setsid");
    assertEquals(
        join(
            List.of(
                keeper,
                APART,
                SYSTEM,
                OWN,
                program("mirror-receive"),
                List.of("--bind", "/var/lib/bawn/mirrors/app", "/mirror", "--remount-ro", "/"),
                List.of("--", "receive"))),
        OwnerChild.ofAccount("bawn-mirror")
            .sandboxed(
                SANDBOXES.receiving(
                    Path.of("/var/lib/bawn/mirrors/app"),
                    "/run/bawn/mirror-receive",
                    Optional.empty()),
                List.of("receive"))
            .command());
  }

  private static List<String> program(String name) {
    return List.of("--ro-bind", "/usr/lib/bawn/" + name, "/run/bawn/" + name);
  }

  private static List<String> join(List<List<String>> parts) {
    return parts.stream().flatMap(List::stream).toList();
  }
}
