package dev.bawn.launcher.cli;

import static dev.bawn.contract.world.World.ALICE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.world.World;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code verify} and {@code agents}. */
class VerifyTest {

  @TempDir Path root;
  private World world;
  private Person alice;

  @BeforeEach
  void aMachine() throws IOException {
    world = new World(root);
    world.kernel().loadedAsSealed();
    alice = new Person(world, ALICE, root);
  }

  /** Adds a process with the agent's uid to a temporary /proc. */
  private void process(int pid, int parent, String seccomp, String label) throws IOException {
    process(pid, parent, "sleep", seccomp, label);
  }

  private void process(int pid, int parent, String name, String seccomp, String label)
      throws IOException {
    Path entry = world.layout().at("proc/" + pid);
    World.write(
        entry.resolve("status"),
        """
        Name:\t%s
        State:\tS (sleeping)
        PPid:\t%d
        Uid:\t70000\t70000\t70000\t70000
        NoNewPrivs:\t1
        Seccomp:\t%s
        """
            .formatted(name, parent, seccomp));
    World.write(entry.resolve("attr/current"), label + "\n");
  }

  private String lastLine() {
    List<String> lines = alice.out().lines().toList();
    return lines.getLast().strip();
  }

  @Test
  void every_link_has_a_line() throws IOException {
    World.write(world.layout().at("proc/sys/kernel/osrelease"), "6.12.1\n");
    alice.types("verify", "a.noir").succeeds();
    List<String> lines = alice.out().lines().toList();
    assertEquals("a.noir, serial 17", lines.getFirst());
    assertEquals(14, lines.size(), alice.out());
    assertTrue(lines.stream().skip(1).allMatch(line -> line.startsWith("  ✓ ")), alice.out());
    assertTrue(lines.get(10).contains("V10 kernel"), lines.get(10));
  }

  @Test
  void the_first_broken_link_is_marked_and_the_status_says_so() throws IOException {
    Files.delete(world.generation().limits());
    alice.types("verify");
    assertEquals(3, alice.status());
    assertTrue(lastLine().startsWith("✗ V6  signed files"), lastLine());
    assertTrue(alice.err().contains("hint: run: sudo bawn-admin reseal a.noir"), alice.err());
  }

  @Test
  void a_running_session_is_read_back_from_proc() throws IOException {
    process(8, 1, "perl", "0", "unconfined");
    process(9, 8, "perl", "0", "unconfined");
    process(10, 9, "bwrap", "0", "unconfined");
    process(11, 10, "bwrap", "2", "unconfined");
    process(12, 11, "2", "bawn.a.noir (enforce)");
    process(13, 12, "2", "bawn.a.noir (enforce)");
    alice.types("verify", "a.noir").succeeds();
    assertEquals(
        "✓ now sessions      2 processes: label bawn.a.noir (enforce), seccomp filter,"
            + " no new privileges",
        lastLine());
  }

  @Test
  void a_process_that_is_not_confined_is_found() throws IOException {
    process(8, 1, "perl", "0", "unconfined");
    process(9, 8, "perl", "0", "unconfined");
    process(10, 9, "bwrap", "0", "unconfined");
    process(11, 10, "bwrap", "2", "unconfined");
    process(12, 11, "2", "unconfined");
    alice.types("verify", "a.noir");
    assertEquals(3, alice.status());
    assertTrue(
        lastLine().endsWith("its label is unconfined, and must be bawn.a.noir (enforce)"),
        lastLine());
    process(12, 11, "0", "bawn.a.noir (enforce)");
    alice.types("verify", "a.noir");
    assertTrue(lastLine().endsWith("it has no seccomp filter (Seccomp: 0)"), lastLine());
  }

  @Test
  void only_what_bawn_starts_may_be_in_the_place_of_a_starter() throws IOException {
    process(8, 1, "perl", "0", "unconfined");
    process(9, 8, "sleep", "0", "unconfined");
    alice.types("verify", "a.noir");
    assertEquals(3, alice.status());
  }

  @Test
  void json_has_stable_names() throws IOException {
    process(12, 11, "bwrap", "2", "unconfined");
    alice.types("verify", "--json").succeeds();
    assertTrue(
        alice
            .out()
            .startsWith(
                """
                [ {
                  "agent" : "a.noir",
                  "serial" : 17,
                  "links" : [ {
                    "step" : "V1",
                    "title" : "trusted keys",
                    "state" : "holds",
                """),
        alice.out());
    assertTrue(alice.out().endsWith("  \"processes\" : [ ]\n} ]\n"), alice.out());
  }

  @Test
  void agents_are_listed_with_project_role_and_source() throws IOException {
    alice.types("agents").succeeds();
    assertEquals(
        """
        AGENT   PROJECT  ROLE      PROFILE  APPARMOR  LAST ACTIVE  SOURCE
        a.noir  app      reviewer  custom   enforce   -            /home/alice/app
        """,
        alice.out());
    alice.types("agents", "app").succeeds();
    alice.types("agents", "/home/alice/app", "--json").succeeds();
    assertEquals(
        """
        [ {
          "agent" : "a.noir",
          "uid" : 70000,
          "serial" : 17,
          "profile" : "custom",
          "apparmor" : "enforce",
          "running" : false,
          "commands" : [ "bash", "git" ],
          "project" : "app",
          "role" : "reviewer",
          "workspace" : "mirror",
          "shown" : [ ],
          "source" : "/home/alice/app"
        } ]
        """,
        alice.out());
  }

  @Test
  void agents_of_others_are_not_shown() throws IOException {
    Person stranger = new Person(world, new Uid(1001), root);
    stranger.types("agents").succeeds();
    assertEquals("", stranger.out());
    assertEquals("you have no agents; ask root: sudo bawn-admin create AGENT\n", stranger.err());
    stranger
        .types("agents", "a.noir")
        .isRefused(4, "unknown agent or project: 'a.noir'", "list yours: bawn agents");
  }
}
