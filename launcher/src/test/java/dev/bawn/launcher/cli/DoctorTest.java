package dev.bawn.launcher.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.world.WellMachine;
import dev.bawn.contract.world.World;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code bawn doctor}, as alice runs it. The examinations have their own tests. */
final class DoctorTest {

  @TempDir private Path root;
  private WellMachine machine;

  @BeforeEach
  void a_machine_that_is_well() throws IOException {
    machine = new WellMachine(root);
  }

  private Person alice(String... words) throws IOException {
    return new Person(machine.world(), World.ALICE, root).types(words);
  }

  @Test
  void says_that_all_is_well() throws IOException {
    Person alice = alice("doctor").succeeds();
    assertTrue(alice.out().matches("no problems in [0-9]+ checks\n"), alice.out());
  }

  @Test
  void names_each_finding_with_what_solves_it() throws IOException {
    machine.put("sys/module/apparmor/parameters/enabled", "N\n");
    machine.remove("usr/bin/tar");
    Person alice = alice("doctor");
    assertEquals(1, alice.status());
    assertTrue(alice.out().contains("apparmor-missing: this kernel has no AppArmor"), alice.out());
    assertTrue(alice.out().contains("\n    sudo apt install apparmor\n"), alice.out());
    assertTrue(alice.out().contains("tar-missing: "), alice.out());
    assertTrue(alice.out().contains("\n2 problems in "), alice.out());
  }

  @Test
  void prints_json() throws IOException {
    machine.remove("usr/bin/tar");
    Person alice = alice("doctor", "--json");
    assertEquals(1, alice.status());
    assertTrue(alice.out().contains("\"finding\" : \"tar-missing\""), alice.out());
    assertEquals(
        "[ ]\n",
        new Person(new WellMachine(fresh()).world(), World.ALICE, root)
            .types("doctor", "--json")
            .out());
  }

  private Path fresh() throws IOException {
    return Files.createTempDirectory(root, "fresh");
  }

  @Test
  void a_sandbox_that_the_kernel_refuses_is_found() throws IOException {
    machine.put("usr/bin/bwrap", "#!/bin/sh\n# --disable-userns\nexit 1\n");
    machine.mode("usr/bin/bwrap", "rwxr-xr-x");
    assertTrue(alice("doctor").out().contains("bubblewrap-refused: "), alice("doctor").out());
    machine.put("run/.containerenv", "");
    assertTrue(alice("doctor").out().contains("docker run --security-opt"), alice("doctor").out());
  }

  @Test
  void somebody_without_agents_is_told_whom_to_ask() throws IOException {
    Person bob = new Person(machine.world(), new Uid(1001), root).types("doctor");
    assertEquals(0, bob.status());
    assertTrue(bob.out().contains("no-agents: "), bob.out());
    assertTrue(bob.out().contains("no problems and 1 note in "), bob.out());
    assertTrue(bob.out().contains("bawn-admin create a.noir --operator 1001\n"), bob.out());
    machine
        .world()
        .accounts(
            "a.noir:x:70000:70000:bawn agent:/nonexistent:/usr/sbin/nologin",
            "bob:x:1001:1001::/home/bob:/bin/sh");
    bob.types("doctor");
    assertTrue(bob.out().contains("bawn-admin create a.noir --operator bob\n"), bob.out());
  }

  @Test
  void a_missing_apparmor_is_no_problem_for_a_user_without_agents() throws IOException {
    machine.put("sys/module/apparmor/parameters/enabled", "N\n");
    Person bob = new Person(machine.world(), new Uid(1001), root).types("doctor");
    assertEquals(0, bob.status());
    assertTrue(bob.out().contains("apparmor-missing: "), bob.out());
    assertTrue(bob.out().contains("no problems and 2 notes in "), bob.out());
    assertEquals(1, alice("doctor").status());
  }

  @Test
  void a_machine_that_was_never_set_up_is_looked_at_all_the_same() throws IOException {
    machine.remove("usr/bin/tar");
    Files.move(machine.at("var/lib/bawn"), machine.at("elsewhere"));
    Person alice = alice("doctor");
    assertTrue(
        alice.out().contains("ask root: sudo bawn-admin init && sudo bawn-admin create "),
        alice.out());
    String ofRoot = new Person(machine.world(), Uid.ROOT, root).types("doctor").out();
    assertTrue(ofRoot.contains("an ordinary user as its operator: sudo bawn-admin init"), ofRoot);
    assertTrue(ofRoot.contains("--operator USER"), ofRoot);
    assertTrue(alice.out().contains("tar-missing: "), alice.out());
  }

  @Test
  void an_agent_with_a_broken_seal_is_found_and_no_name_steers_the_terminal() throws IOException {
    Files.writeString(machine.world().generation().directory().resolve("e\u001b[31m"), "x");
    Person alice = alice("doctor");
    assertTrue(alice.out().contains("seal-broken: V6"), alice.out());
    assertFalse(alice.out().contains("\u001b"), alice.out());
  }

  @Test
  void a_project_that_was_moved_is_found_with_the_line_that_ends_it() throws IOException {
    Files.delete(machine.at("home/alice/app"));
    Person alice = alice("doctor");
    assertTrue(alice.out().contains("project-missing: /home/alice/app is missing"), alice.out());
    assertTrue(alice.out().contains("\n    sudo bawn-admin unassign a.noir app\n"), alice.out());
  }

  @Test
  void a_record_that_others_could_change_is_found() throws IOException {
    machine.put("home/alice/.local/state/bawn/seen/a.noir", "70000 17\n");
    Person alice = alice("doctor");
    assertTrue(alice.out().contains("record-not-yours: "), alice.out());
  }

  @Test
  void settings_that_no_start_accepts_are_found() throws IOException {
    machine.put("home/alice/.config/bawn/config.toml", "nework = \"none\"\n");
    Person alice = alice("doctor");
    assertTrue(
        alice.out().contains("settings-wrong: no session starts, because of your settings: "),
        alice.out());
  }

  @Test
  void a_damaged_record_is_found() throws IOException {
    machine.put("home/alice/.local/state/bawn/seen/a.noir", "rubbish\n");
    Person alice = alice("doctor");
    assertTrue(alice.out().contains("record-damaged: "), alice.out());
  }

  @Test
  void sudo_is_asked_whether_it_lets_the_caller_start_and_nothing_is_started() throws IOException {
    Person.sudo(machine.world(), "exit 1");
    Person alice = alice("doctor");
    assertTrue(alice.out().contains("sudo-refuses: sudo does not let you start a.noir on app"));
    assertEquals(
        "-n -l -u a.noir " + machine.world().installation().enter() + " app 17 true\n",
        alice.sudoCalls());
  }
}
