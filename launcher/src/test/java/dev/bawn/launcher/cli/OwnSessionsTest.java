package dev.bawn.launcher.cli;

import static dev.bawn.contract.world.World.ALICE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.world.World;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The unprivileged sessions of a user: list, show and destroy. */
class OwnSessionsTest {

  @TempDir Path root;
  private Path home;
  private Person alice;
  private World world;

  @BeforeEach
  void aMachine() throws IOException {
    world = new World(root);
    home = Files.createDirectories(world.layout().at("home/alice"));
    alice = new Person(world, ALICE, home);
  }

  private SessionFixture session(String name) throws IOException {
    return new SessionFixture(home, name);
  }

  @Test
  void there_may_be_none() throws IOException {
    alice.types("list").succeeds();
    assertEquals("no sessions; start one: bawn launch\n", alice.err());
    alice.types("list", "--json").succeeds();
    assertEquals("[ ]\n", alice.out());
  }

  @Test
  void a_list_tells_what_has_become_of_each() throws IOException {
    session("prepared");
    session("ended").ended(3);
    World.write(session("lost").directory.resolve("started"), "999999999 1\n");
    SessionFixture running = session("running");
    World.write(running.directory.resolve("started"), "42 7\n");
    World.write(root.resolve("proc/42/stat"), "42 (a) b) S" + " 0".repeat(18) + " 7 0\n");
    alice.types("list").succeeds();
    List<String> lines = alice.out().lines().toList();
    assertTrue(
        lines.get(0).startsWith("NAME      STATUS       CHANGES  TOOL    WORKSPACE"), alice.out());
    assertTrue(
        lines.get(1).startsWith("ended     ended 3      0        claude  overlay"), alice.out());
    assertTrue(lines.get(2).startsWith("lost      interrupted "), alice.out());
    assertTrue(lines.get(3).startsWith("prepared  prepared "), alice.out());
    assertTrue(lines.get(4).startsWith("running   running "), alice.out());
    assertTrue(lines.get(4).endsWith(home.resolve("app").toString()), alice.out());
    alice.types("list", "-q", "--status", "running").succeeds();
    assertEquals("running\n", alice.out());
    alice.types("list", "--json", "--status", "ended").succeeds();
    assertTrue(alice.out().contains("\"exit_status\" : 3"), alice.out());
    alice
        .types("list", "--status", "dead")
        .isRefused(
            2,
            "unknown status: 'dead'",
            "use prepared, running, waiting, working, idle, paused, ended, interrupted, elsewhere, damaged");
    alice
        .types("list", "--status", "endd")
        .isRefused(
            2,
            "unknown status: 'endd'",
            "did you mean ended? use prepared, running, waiting, working, idle, paused, ended, interrupted, elsewhere, damaged");
  }

  @Test
  void no_line_of_a_list_is_wider_than_the_terminal() throws IOException {
    for (int i = 0; i < 3; i++) {
      SessionFixture session = session(i + "n".repeat(62)).ended(143);
      Path project = home.resolve("p".repeat(200));
      World.write(
          session.directory.resolve("plan.json"),
          session
              .plan("overlay", project, session.upper)
              .replace("\"--profile=strict\"", "\"--tag=task=" + "t".repeat(60) + "\""));
    }
    World.write(session("damaged").directory.resolve("plan.json"), "{ }");
    for (String word : List.of("list", "ps", "history")) {
      alice.atATerminal().types(word).succeeds();
      for (String line : (alice.out() + alice.err()).split("\n")) {
        // a path cannot be wrapped
        assertTrue(line.length() <= 80 || line.strip().indexOf(' ') < 0, line);
      }
    }
    alice.atATerminal().types("list").succeeds();
    assertTrue(alice.out().contains("…"), alice.out());
    assertTrue(alice.out().contains("  ended 143  "), alice.out());
    // wrapped between words, without losing one
    assertTrue(alice.err().replaceAll("\n +", " ").contains("damaged is damaged: "), alice.err());
    assertTrue(alice.err().contains("\n  "), alice.err());
  }

  @Test
  void everything_about_one_is_shown() throws IOException {
    SessionFixture session = session("app-1").ended(0);
    alice.types("info", "app-1").succeeds();
    assertTrue(alice.out().contains("status     ended 0, "), alice.out());
    assertTrue(alice.out().contains("changes    " + session.upper + "\n"), alice.out());
    assertTrue(alice.out().contains("options    --profile=strict\n"), alice.out());
    alice.types("info", "app-1", "--json").succeeds();
    assertTrue(alice.out().contains("\"inside\" : \"/home/alice/app\""), alice.out());
    alice
        .types("info", "app-1", "app-2", "a b")
        .isRefused(2, "unexpected argument: 'a b'", "see: bawn info --help");
    alice
        .types("info", "app-1", "app-2")
        .isRefused(
            2,
            "unexpected argument: app-2",
            "give one session, or an agent and its project: bawn info app-1");
    alice
        .types("info", "app-2")
        .isRefused(4, "there is no session 'app-2'", "did you mean app-1? list yours: bawn list");
  }

  @Test
  void a_brief_status_is_one_line_and_nothing_without_changes() throws IOException {
    SessionFixture session = session("app-1").ended(0);
    alice.types("status", "app-1", "--brief").succeeds();
    assertEquals("", alice.out());
    session.wrote("a", "1\n").wrote("b/c", "2\n");
    alice.types("status", "app-1", "--brief").succeeds();
    assertEquals("2 changes in app-1: bawn diff app-1, bawn merge app-1 --all\n", alice.out());
    alice
        .types("status", "app-1", "--brief", "--json")
        .isRefused(2, "--brief cannot be used with a path, --diff or --json", "leave out --brief");
  }

  @Test
  void a_status_lists_what_was_changed_and_why_to_look_twice() throws IOException {
    SessionFixture session = session("app-1").ended(0);
    World.write(session.project.resolve("README.md"), "one\n");
    session
        .wrote("README.md", "two\n")
        .wrote("src/new.py", "print()\n")
        .wrote(".envrc", "touch /tmp/canary\n")
        .wrote(".git/hooks/pre-commit", "touch /tmp/canary\n");
    Files.createSymbolicLink(session.upper.resolve("out"), Path.of("/etc/passwd"));
    Files.createSymbolicLink(session.upper.resolve("src/in"), Path.of("../README.md"));
    alice.types("status", "app-1").succeeds();
    assertEquals(
        """
        app-1 (ended 0): 5 changes and 3 of git's own files in %s
          added     .envrc  ! takes effect automatically: direnv
          modified  README.md
          added     out  ! leads out of the project
          added     src/in
          added     src/new.py
          changed   .git/  3 of git's own files  ! never merged as files
        """
            .formatted(session.project),
        alice.out());
    alice.types("status", "app-1", "--json").succeeds();
    assertTrue(alice.out().contains("\"hazards\" : [ \"leads-out\" ]"), alice.out());
    assertTrue(alice.out().contains("\"path\" : \".git/hooks/pre-commit\""), alice.out());
  }

  @Test
  void on_a_terminal_a_mark_for_which_there_is_no_room_is_below_its_path() throws IOException {
    String path = "src/" + "long/".repeat(10) + "Makefile";
    session("app-1").ended(0).wrote(path, "all:\n");
    alice.atATerminal().types("status", "app-1").succeeds();
    String lines = "  added     " + path + "\n            ! takes effect when used: make\n";
    assertTrue(alice.out().contains(lines), alice.out());
  }

  @Test
  void lines_are_shown_on_demand_and_are_harmless() throws IOException {
    SessionFixture session = session("app-1").ended(0);
    World.write(session.project.resolve("a"), "one\n");
    session.wrote("a", "\u001b]0;title\u0007two\u009b2J\tthree\n").wrote("b\u001b[2J", "x\n");
    alice.types("diff", "app-1").succeeds();
    assertEquals(
        """
        diff --git a/a b/a
        --- a/a
        +++ b/a
        @@ -1,1 +1,1 @@
        -one
        +^[]0;title^Gtwo<U+009B>2J\tthree
        diff --git "a/b\\033[2J" "b/b\\033[2J"
        new file mode 100644
        --- /dev/null
        +++ "b/b\\033[2J"
        @@ -0,0 +1,1 @@
        +x
        """,
        alice.out());
    alice.types("status", "app-1", "--diff").succeeds();
    assertTrue(alice.out().contains("  added     b\\x1b[2J  ! unprintable name\n"), alice.out());
    assertTrue(alice.out().contains("-one\n"), alice.out());
    assertFalse(alice.out().contains("\u001b"), alice.out());
  }

  @Test
  void of_a_path_that_is_named_only_what_was_changed_there_and_below_is_shown() throws IOException {
    SessionFixture session = session("app-1").ended(0);
    session.wrote("src/a", "x\n").wrote("src/deep/b", "x\n").wrote("srcs", "x\n");
    String headline = " in " + session.project + "\n";
    alice.types("status", "app-1", "src").succeeds();
    assertEquals(
        "app-1 (ended 0): 2 changes" + headline + "  added     src/a\n  added     src/deep/b\n",
        alice.out());
    for (String path :
        List.of(
            "src/a",
            "./src//a",
            "src/deep/../a",
            session.project + "/src/a",
            "/home/alice/app/src/a")) {
      alice.types("diff", "app-1", path).succeeds();
      assertTrue(alice.out().startsWith("diff --git a/src/a b/src/a\n"), alice.out());
      assertFalse(alice.out().contains("deep"), alice.out());
    }
    alice.types("status", "app-1", "srcs", "src/a", "srcs").succeeds();
    assertTrue(alice.out().startsWith("app-1 (ended 0): 2 changes"), alice.out());
    alice.types("status", "app-1", session.project.toString()).succeeds();
    assertTrue(alice.out().startsWith("app-1 (ended 0): 3 changes"), alice.out());
    alice.types("status", "app-1", "src/deep", "--json").succeeds();
    assertFalse(alice.out().contains("\"src/a\""), alice.out());
  }

  @Test
  void a_path_at_which_nothing_was_changed_is_said_with_the_one_that_was_meant()
      throws IOException {
    SessionFixture session = session("app-1").ended(0).wrote("src/hello.py", "x\n");
    World.write(session.project.resolve("README.md"), "one\n");
    String all = "list its changes: bawn status app-1";
    alice
        .types("diff", "app-1", "src/helo.py")
        .isRefused(4, "app-1 has no changes in 'src/helo.py'", "did you mean src/hello.py? " + all);
    alice
        .types("status", "app-1", "README.md")
        .isRefused(
            4,
            "app-1 has no changes in 'README.md'",
            "it is merged already, or the session did not change it; " + all);
    for (String path : List.of("../app", "../..", "..", "/etc/passwd", "no/such/path")) {
      alice
          .types("status", "app-1", "src", path)
          .isRefused(4, "app-1 has no changes in '" + path + "'", all);
    }
  }

  @Test
  void what_is_too_large_to_be_read_is_named_and_not_shown() throws IOException {
    session("app-1").ended(0).wrote("large", "x\n".repeat(1 << 20)).wrote("small", "x\n");
    alice.types("diff", "app-1");
    assertEquals(1, alice.status());
    assertTrue(alice.out().length() < 1000, alice.out());
    assertEquals("bawn: not shown: large: it is larger than 1 MiB\n", alice.err());
  }

  @Test
  void a_patch_goes_to_standard_output_and_what_it_lacks_is_said() throws IOException {
    session("app-1").ended(0).wrote("new", "x\n").wrote(".git/config", "[core]\n");
    alice.types("export", "app-1", "--patch").succeeds();
    assertTrue(alice.out().startsWith("diff --git a/new b/new\n"), alice.out());
    assertEquals("bawn: left out: 2 of git's own files\n", alice.err());
    String patch = alice.out();
    alice.types("export", "app-1").succeeds();
    assertEquals(patch, alice.out());
  }

  @Test
  void work_that_is_nowhere_else_is_not_destroyed_by_accident() throws IOException {
    SessionFixture session = session("app-1").ended(0).wrote("new", "x\n");
    alice
        .types("destroy", "app-1")
        .isRefused(
            3,
            "session 'app-1' has unmerged work: 1 change",
            "see them: bawn status app-1; merge them: bawn merge app-1 --all; remove them with the session: bawn destroy app-1 --force");
    assertTrue(Files.exists(session.upper.resolve("new")));
    alice.types("destroy", "app-1", "--force").succeeds();
    assertFalse(Files.exists(session.directory));
    assertFalse(Files.exists(session.workspace));
    assertTrue(Files.exists(session.project));
  }

  @Test
  void destroy_removes_all_named_sessions_or_none() throws IOException {
    SessionFixture one = session("one").ended(0);
    SessionFixture two = session("two").ended(0).wrote("a", "1\n");
    alice
        .types("destroy", "one", "two", "one")
        .isRefused(
            3,
            "session 'two' has unmerged work: 1 change",
            "see them: bawn status two; merge them: bawn merge two --all; remove them with the session: bawn destroy two --force");
    assertTrue(Files.exists(one.directory));
    alice
        .types("destroy", "one", "absent-9")
        .isRefused(4, "there is no session 'absent-9'", "list yours: bawn list");
    assertTrue(Files.exists(one.directory));
    alice.types("destroy", "one", "two", "--force").succeeds();
    assertEquals("removed one\nremoved two\n", alice.err());
    assertFalse(Files.exists(one.directory) || Files.exists(two.directory));
  }

  @Test
  void clean_removes_ended_sessions_without_unmerged_work() throws IOException {
    SessionFixture old = session("old").ended(0);
    alice.types("clean").isRefused(2, "confirmation needed, but there is no terminal", "add --yes");
    SessionFixture kept = session("kept").ended(0).wrote("a", "1\n");
    SessionFixture prepared = session("prepared");
    alice.types("clean", "--older", "1d", "--yes").succeeds();
    assertEquals("no ended sessions match\n", alice.err());
    alice.types("clean", "--yes").succeeds();
    assertEquals(
        "bawn: kept: session 'kept' has unmerged work: 1 change\nremoved old\n", alice.err());
    assertFalse(Files.exists(old.directory) || Files.exists(old.upper));
    assertTrue(Files.exists(kept.upper) && Files.exists(prepared.upper));
    assertEquals(1, alice.types("clean", "kept", "-q").status());
    assertEquals(
        "bawn: kept: session 'kept' has unmerged work: 1 change\n"
            + "bawn: hint: see them: bawn status kept; merge them: bawn merge kept --all; remove them with the session: bawn destroy kept --force\n",
        alice.err());
    alice
        .types("clean", "absent-9")
        .isRefused(4, "there is no session 'absent-9'", "list yours: bawn list");
  }

  @Test
  void clean_removes_nothing_after_the_answer_no() throws IOException {
    SessionFixture old = session("old").ended(0);
    assertEquals(1, alice.atATerminal().pipes("n").types("clean").status());
    assertEquals("remove 1 session: old? [y/N] nothing was removed\n", alice.err());
    assertTrue(Files.exists(old.directory));
    alice.pipes("y").types("clean").succeeds();
    assertFalse(Files.exists(old.directory));
  }

  @Test
  void a_list_of_a_project_has_the_sessions_on_it() throws IOException {
    SessionFixture one = session("one");
    Files.createDirectories(one.project.resolve("part"));
    alice.types("list", "-q", "--project", one.project.toString()).succeeds();
    assertEquals("one\n", alice.out());
    alice.types("list", "-q", "--project", one.project.resolve("part").toString()).succeeds();
    assertEquals("", alice.out());
  }

  @Test
  void a_session_that_changed_nothing_is_destroyed_at_once() throws IOException {
    SessionFixture session = session("app-1").ended(0);
    World.write(session.project.resolve("a"), "same\n");
    session.wrote("a", "same\n");
    Path kept = Files.createDirectories(session.workspace.resolve("work/work/kept"));
    Files.setPosixFilePermissions(kept.getParent(), PosixFilePermissions.fromString("---------"));
    alice.types("destroy", "app-1").succeeds();
    assertEquals("removed app-1\n", alice.err());
    assertFalse(Files.exists(session.workspace));
    assertEquals("same\n", Files.readString(session.project.resolve("a")));
  }

  @Test
  void links_that_a_session_left_are_removed_and_not_followed() throws IOException {
    SessionFixture session = session("app-1").ended(0);
    Path precious = Files.createDirectories(home.resolve("precious"));
    World.write(precious.resolve("file"), "mine\n");
    Files.createSymbolicLink(session.upper.resolve("way"), precious);
    alice.types("destroy", "app-1", "--force").succeeds();
    assertEquals("mine\n", Files.readString(precious.resolve("file")));
    assertEquals(
        "rw-r--r--",
        PosixFilePermissions.toString(Files.getPosixFilePermissions(precious.resolve("file"))));
  }

  @Test
  void a_running_session_is_not_destroyed_not_even_by_force() throws IOException {
    SessionFixture session = session("app-1");
    World.write(session.directory.resolve("started"), "42 7\n");
    World.write(root.resolve("proc/42/stat"), "42 (sh) S" + " 0".repeat(18) + " 7 0\n");
    alice
        .types("destroy", "app-1", "--force")
        .isRefused(3, "session 'app-1' is running (process 42)", "end it first: bawn kill app-1");
  }

  @Test
  void kill_refuses_a_process_that_does_not_run_the_session() throws IOException {
    SessionFixture session = session("app-1");
    World.write(session.directory.resolve("started"), "42 7\n");
    World.write(root.resolve("proc/42/stat"), "42 (sh) S" + " 0".repeat(18) + " 7 0\n");
    Path program = world.installation().library().resolve("session");
    for (String arguments :
        List.of(
            "bash",
            "/bin/sh\0" + program + "\0" + session.directory + "-2",
            "/bin/sh\0" + root.resolve("session") + "\0" + session.directory,
            "bash\0-c\0exit\0" + program + "\0" + session.directory)) {
      World.write(root.resolve("proc/42/cmdline"), arguments + "\0");
      alice
          .types("kill", "app-1")
          .isRefused(
              3,
              "process 42 does not run the session app-1",
              "no process was signalled; see what is recorded: bawn info app-1");
    }
  }

  @Test
  void kill_reports_a_session_that_does_not_run() throws IOException {
    session("app-1").ended(7);
    alice.types("kill", "app-1").succeeds();
    assertEquals("app-1 is not running (ended 7)\n", alice.err());
    alice
        .types("kill", "app-1", "app-2")
        .isRefused(4, "there is no session 'app-2'", "did you mean app-1? list yours: bawn list");
    for (String grace : List.of("-1", "1.5", "a", "100000")) {
      alice
          .types("kill", "app-1", "--grace=" + grace)
          .isRefused(
              2, "--grace must be a number of seconds, not '" + grace + "'", "use 0 to 86400");
    }
  }

  @Test
  void a_session_that_somebody_just_begins_is_not_destroyed() throws Exception {
    SessionFixture session = session("app-1");
    Process holder =
        new ProcessBuilder(
                "flock", session.directory.resolve("lock").toString(), "sh", "-c", "echo; read x")
            .start();
    try {
      assertEquals('\n', holder.getInputStream().read());
      alice
          .types("destroy", "app-1", "--force")
          .isRefused(
              3, "session 'app-1' is running (its lock is held)", "end it first: bawn kill app-1");
    } finally {
      holder.destroy();
      holder.waitFor();
    }
  }

  @Test
  void what_keeps_nothing_apart_says_so() throws IOException {
    SessionFixture session = session("app-1").ended(0);
    World.write(
        session.directory.resolve("plan.json"), session.plan("bind", session.project, null));
    alice.types("status", "app-1").succeeds();
    assertEquals("bawn keeps no changes of app-1 apart: its workspace is bind\n", alice.err());
    alice
        .types("diff", "app-1")
        .isRefused(
            3,
            "bawn keeps no changes of app-1 apart: its workspace is bind",
            "the session wrote into the project itself: run git status there");
    alice.types("destroy", "app-1").succeeds();
    assertTrue(Files.exists(session.project));
  }

  @Test
  void a_project_that_was_moved_away_is_said() throws IOException {
    SessionFixture session = session("app-1").ended(0).wrote("a", "x");
    Files.move(session.project, session.project.resolveSibling("moved"));
    alice
        .types("status", "app-1")
        .isRefused(
            4,
            "the project of app-1 is missing: there is no directory " + session.project,
            "move the project back; or put a link to it at the old path, and start the session once: bawn kill app-1 && ln -s NEWPATH "
                + session.project
                + " && bawn resume app-1 -- true; the"
                + " changes of the session are in "
                + session.upper
                + "; to remove them with the session: bawn destroy app-1 --force");
    alice.types("list").succeeds();
    alice
        .types("destroy", "app-1")
        .isRefused(
            3,
            "session 'app-1' has unmerged work: 1 change; its project is missing",
            "see them: ls -lAR "
                + session.upper
                + "; remove them with the session: bawn destroy app-1 --force");
  }

  @Test
  void a_plan_cannot_make_destroy_remove_something_else() throws IOException {
    SessionFixture session = session("app-1").ended(0);
    Path precious = Files.createDirectories(home.resolve("precious"));
    World.write(
        session.directory.resolve("plan.json"), session.plan("overlay", session.project, precious));
    alice.types("list").succeeds();
    assertTrue(alice.err().contains("its plan names another directory"), alice.err());
    alice.types("destroy", "app-1", "--force").succeeds();
    assertTrue(Files.exists(precious));
    assertFalse(Files.exists(session.directory));
  }

  @Test
  void git_is_not_asked_about_what_a_session_wrote() throws IOException {
    SessionFixture session = session("app-1").ended(0);
    Path canary = home.resolve("canary");
    String act = "touch " + canary;
    session
        .wrote(
            ".git/config", "[core]\n\tfsmonitor = " + act + "\n[diff]\n\texternal = " + act + "\n")
        .wrote(".gitattributes", "* filter=x diff=x\n")
        .wrote("a", "x\n");
    for (List<String> line :
        List.of(
            List.of("list"),
            List.of("status", "app-1"),
            List.of("diff", "app-1"),
            List.of("export", "app-1", "--patch", "--accept-hazards"))) {
      alice.types(line.toArray(String[]::new)).succeeds();
    }
    assertFalse(Files.exists(canary));
    assertEquals(
        "x\n", new String(Files.readAllBytes(session.upper.resolve("a")), StandardCharsets.UTF_8));
  }
}
