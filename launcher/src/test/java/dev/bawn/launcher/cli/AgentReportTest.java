package dev.bawn.launcher.cli;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.world.World;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report of an agent, and the lines about agents in commands about sessions. */
class AgentReportTest {

  @TempDir Path root;
  private World world;
  private Path home;
  private Person alice;

  @BeforeEach
  void aMachine() throws IOException {
    world = new World(root);
    home = Files.createDirectories(world.layout().at("home/alice"));
    alice = new Person(world, World.ALICE, home);
  }

  private void has(String line) {
    assertTrue(alice.out().contains(line + "\n"), alice.out());
  }

  @Test
  void a_report_tells_policy_scratch_and_refusals_of_an_agent() throws IOException {
    World.write(world.layout().at("sys/module/apparmor/parameters/enabled"), "Y\n");
    World.write(
        world.layout().at("var/log/audit/audit.log"),
        "type=AVC msg=audit(4102444800.100:7): apparmor=\"DENIED\" operation=\"exec\""
            + " class=\"file\""
            + " profile=\"bawn.a.noir\" name=\"/usr/bin/<b>\" pid=7 comm=\"bash\""
            + " requested_mask=\"x\" denied_mask=\"x\" fsuid=70000 ouid=0\n");
    alice.types("report", "a.noir").succeeds();
    has("# Agent a.noir");
    has("- agent: `a.noir, uid 70000`");
    assertTrue(alice.out().contains("- policy: serial "), alice.out());
    assertTrue(alice.out().contains("/scratch/a.noir/app`\n"), alice.out());
    has("| `run /usr/bin/<b>` | bash | 1 | 2100-01-01T00:00:00Z |");
    has("- since this policy was signed, in auditd's log");
  }

  @Test
  void a_kernel_without_apparmor_keeps_no_refusals_and_the_report_says_so() throws IOException {
    alice.types("report", "a.noir").succeeds();
    assertTrue(alice.out().contains("this kernel has no AppArmor, and no log "), alice.out());
    has("- sandbox: agent session: namespaces, seccomp; no AppArmor");
  }

  @Test
  void info_of_an_agent_names_the_missing_project() throws IOException {
    alice
        .types("info", "a.noir")
        .isRefused(
            2,
            "expected a project of a.noir",
            "bawn info a.noir PROJECT; list its projects: bawn agents a.noir");
  }

  @Test
  void the_agent_of_another_user_has_no_report() throws IOException {
    new Person(world, new Uid(4711), home)
        .types("report", "a.noir")
        .isRefused(
            3,
            "a.noir is not your agent",
            "list yours: bawn agents; or ask root: sudo bawn-admin operator add a.noir USER");
    alice.types("report", "b.none");
    assertFalse(alice.err().contains("is an agent"), alice.err());
  }
}
