package dev.bawn.admin.change;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.admin.sealing.NewIdentity;
import dev.bawn.admin.sealing.PolicyDecisions;
import dev.bawn.contract.agent.AgentIdentity;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.ProjectId;
import dev.bawn.contract.agent.Serial;
import dev.bawn.contract.agent.Sha256;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Failure;
import dev.bawn.contract.failure.Unfinished;
import dev.bawn.contract.identity.PublicIdentity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A change leaves the old policy or the new one, wherever it is interrupted. */
class TransactionTest {

  private static final AgentName NOIR = AgentName.of("a.noir");
  private static final String LINE =
      "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIDtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop";

  @TempDir private Path root;
  private World world;
  private final RecordedEffects effects = new RecordedEffects();

  @BeforeEach
  void makeWorld() throws IOException {
    world = new World(root);
  }

  private void create() throws IOException {
    world
        .transaction(effects)
        .change("create", decisions(Serial.FIRST, 1000), Optional.empty(), world.writer);
  }

  private void change() throws IOException {
    world
        .transaction(effects)
        .change("allow", decisions(new Serial(2), 1000, 1001), Optional.empty(), world.writer);
  }

  private static PolicyDecisions decisions(Serial serial, int... operators) {
    return new PolicyDecisions(World.noir(serial, operators), new TreeMap<>());
  }

  @Test
  void a_new_agent_is_sealed_and_its_operators_can_start_it() throws IOException {
    create();
    assertEquals(List.of("a.noir [1000]"), effects.starts);
    assertEquals(Optional.of("1"), effects.policy);
    assertEquals(Serial.FIRST, world.state.manifest(NOIR).serial());
    assertFalse(Files.exists(world.layout.journal()));
  }

  @Test
  void only_the_state_before_the_last_one_is_kept() throws IOException {
    create();
    change();
    world
        .transaction(effects)
        .change("allow", decisions(new Serial(3), 1000), Optional.empty(), world.writer);
    assertEquals(List.of("2", "3"), generations());
  }

  @Test
  void a_session_keeps_the_state_that_it_began_with() throws IOException {
    create();
    change();
    effects.running = true;
    world
        .transaction(effects)
        .change("allow", decisions(new Serial(3), 1000), Optional.empty(), world.writer);
    assertEquals(List.of("1", "2", "3"), generations());
    effects.running = false;
    world
        .transaction(effects)
        .change("allow", decisions(new Serial(4), 1000), Optional.empty(), world.writer);
    assertEquals(List.of("3", "4"), generations());
  }

  private List<String> generations() throws IOException {
    try (var directories = Files.list(world.layout.generations(NOIR))) {
      return directories.map(directory -> directory.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void nothing_new_is_granted_before_the_state_is_sealed_and_what_is_taken_away_goes_first()
      throws IOException {
    create();
    effects.dyingAtStep(2);
    assertThrows(RecordedEffects.Killed.class, this::change);
    assertEquals(List.of("a.noir [1000]"), effects.starts);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
  void a_create_that_is_killed_leaves_no_agent_or_a_whole_one(int steps) throws IOException {
    effects.dyingAtStep(steps);
    try {
      create();
    } catch (RecordedEffects.Killed killed) {
      effects.survive();
      world.transaction(effects).recover();
    }
    boolean there = world.state.has(NOIR);
    assertEquals(there, effects.account);
    assertEquals(there, effects.policy.isPresent());
    assertEquals(there ? List.of("a.noir [1000]") : List.of(), effects.starts);
    assertEquals(there, Files.exists(world.layout.generations(NOIR)));
    assertFalse(Files.exists(world.layout.journal()));
  }

  private void identify(Serial serial) throws IOException {
    AgentIdentity identity =
        new AgentIdentity(PublicIdentity.of(LINE).orElseThrow(), Sha256.ofText("key"));
    effects.whileIdentityIsWritten =
        () -> {
          try {
            Files.createDirectories(world.layout.identity(NOIR));
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        };
    world
        .transaction(effects)
        .change(
            "reseal",
            new PolicyDecisions(
                World.noir(serial, 1000).withIdentity(Optional.of(identity)),
                new TreeMap<>(),
                Optional.of(new NewIdentity(identity, new byte[0]))),
            Optional.empty(),
            world.writer);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8})
  void a_key_exists_exactly_if_the_policy_names_it_wherever_a_create_is_killed(int steps)
      throws IOException {
    effects.dyingAtStep(steps);
    try {
      identify(Serial.FIRST);
    } catch (RecordedEffects.Killed killed) {
      effects.survive();
      world.transaction(effects).recover();
    }
    assertEquals(world.state.has(NOIR), Files.exists(world.layout.identity(NOIR)));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8})
  void a_key_exists_exactly_if_the_policy_names_it_wherever_a_change_is_killed(int steps)
      throws IOException {
    create();
    effects.dyingAtStep(steps);
    try {
      identify(new Serial(2));
    } catch (RecordedEffects.Killed killed) {
      effects.survive();
      world.transaction(effects).recover();
    }
    assertEquals(
        world.state.manifest(NOIR).identity().isPresent(),
        Files.exists(world.layout.identity(NOIR)));
  }

  @Test
  void an_agent_whose_policy_cannot_be_verified_keeps_its_key() throws IOException {
    identify(Serial.FIRST);
    Files.writeString(world.layout.generation(NOIR, Serial.FIRST).manifest(), "changed");
    world.transaction(effects).refresh();
    assertTrue(Files.exists(world.layout.identity(NOIR)));
  }

  @Test
  void a_key_is_removed_with_the_decision_for_it_and_with_the_agent() throws IOException {
    identify(Serial.FIRST);
    Path incomplete = Files.createDirectory(world.layout.identities().resolve(".next"));
    assertTrue(Files.exists(world.layout.identity(NOIR)));
    change();
    assertFalse(Files.exists(world.layout.identity(NOIR)));
    assertFalse(Files.exists(incomplete));
    identify(new Serial(3));
    assertTrue(Files.exists(world.layout.identity(NOIR)));
    world.transaction(effects).delete(NOIR, KeepHome.YES);
    assertFalse(Files.exists(world.layout.identity(NOIR)));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6})
  void a_change_that_is_killed_leaves_the_old_state_or_the_new_one(int steps) throws IOException {
    create();
    effects.dyingAtStep(steps);
    try {
      change();
    } catch (RecordedEffects.Killed killed) {
      effects.survive();
      world.transaction(effects).recover();
    }
    Serial serial = world.state.manifest(NOIR).serial();
    assertEquals(Optional.of(serial.toString()), effects.policy);
    assertEquals(
        List.of(World.noir(serial).agent() + (serial.number() == 1 ? " [1000]" : " [1000, 1001]")),
        effects.starts);
    assertTrue(generations().contains(serial.toString()));
    assertFalse(Files.exists(world.layout.journal()));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
  void what_was_written_for_a_project_goes_if_the_project_does_wherever_that_was_killed(int steps)
      throws IOException {
    create();
    effects.steps.clear();
    effects.dyingAtStep(steps);
    try {
      world
          .transaction(effects)
          .change(
              "unassign",
              decisions(new Serial(2), 1000),
              Optional.of(new ScratchChange(ProjectId.of("app"), ScratchChange.Fate.REMOVED)),
              world.writer);
    } catch (RecordedEffects.Killed killed) {
      effects.survive();
      world.transaction(effects).recover();
    }
    boolean gone = world.state.manifest(NOIR).serial().number() == 2;
    assertEquals(gone, effects.removedScratch.isPresent());
    assertFalse(effects.steps.contains("makeScratch"));
    assertFalse(effects.steps.contains("removeEmptyScratch"));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6})
  void a_delete_that_is_killed_leaves_the_whole_agent_or_nothing_of_it(int steps)
      throws IOException {
    create();
    effects.dyingAtStep(steps);
    try {
      world.transaction(effects).delete(NOIR, KeepHome.NO);
    } catch (RecordedEffects.Killed killed) {
      effects.survive();
      world.transaction(effects).recover();
    }
    boolean there = world.state.has(NOIR);
    assertEquals(there, effects.account);
    assertEquals(there, effects.policy.isPresent());
    assertEquals(there, !effects.starts.isEmpty());
    assertEquals(there, Files.exists(world.layout.generations(NOIR)));
  }

  @Test
  void a_deleted_agent_can_not_be_started_before_its_processes_end_and_is_confined_until_they_have()
      throws IOException {
    create();
    effects.steps.clear();
    world.transaction(effects).delete(NOIR, KeepHome.NO);
    assertEquals(
        List.of(
            "grantStarts",
            "disableAccount",
            "endProcesses",
            "removePolicy",
            "removeAccount",
            "openProjects",
            "removeUnusedMirrors",
            "grantStarts",
            "limitDisks",
            "limitSessions",
            "removeUnusedPrograms"),
        effects.steps);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
  void whoever_loses_an_agent_has_lost_it_with_its_sessions_wherever_that_was_killed(int steps)
      throws IOException {
    world
        .transaction(effects)
        .change("create", decisions(Serial.FIRST, 1000, 1001), Optional.empty(), world.writer);
    effects.steps.clear();
    effects.dyingAtStep(steps);
    try {
      world
          .transaction(effects)
          .change(
              "operator",
              decisions(new Serial(2), 1000),
              Optional.empty(),
              Audience.NARROWER,
              world.writer);
    } catch (RecordedEffects.Killed killed) {
      effects.survive();
      world.transaction(effects).recover();
    }
    boolean lost = effects.starts.equals(List.of("a.noir [1000]"));
    assertEquals(lost, world.state.manifest(NOIR).operators().size() == 1);
    assertEquals(lost, effects.steps.contains("endPresentProcesses"));
    assertEquals(lost, effects.steps.contains("shareScratch"));
  }

  @Test
  void sessions_end_only_once_the_right_to_start_others_is_gone() throws IOException {
    world
        .transaction(effects)
        .change("create", decisions(Serial.FIRST, 1000, 1001), Optional.empty(), world.writer);
    effects.steps.clear();
    world
        .transaction(effects)
        .change(
            "operator",
            decisions(new Serial(2), 1000),
            Optional.empty(),
            Audience.NARROWER,
            world.writer);
    assertEquals(
        List.of(
            "openGeneration",
            "grantStarts",
            "loadPolicy",
            "endSessions",
            "openProjects",
            "removeUnusedMirrors",
            "grantStarts",
            "limitDisks",
            "limitSessions",
            "endPresentProcesses",
            "shareScratch",
            "removeUnusedPrograms"),
        effects.steps);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
  void a_create_that_fails_says_whether_it_was_decided_and_what_finishes_it_says_what(int steps)
      throws IOException {
    effects.failingAtStep(steps);
    Failure failure = assertThrows(Failure.class, this::create);
    boolean decided = world.state.has(NOIR);
    assertEquals(decided ? Unfinished.STATUS : 1, failure.exitCode());
    assertEquals(
        (decided ? "'create a.noir' is only partly in effect: " : "") + "No space left on device",
        failure.what());
    effects.failingAtStep(0);
    assertThrows(Failed.class, () -> world.transaction(effects).recover());
    effects.survive();
    assertEquals(
        Optional.of(
            decided
                ? "an earlier 'create a.noir' was only partly in effect; bawn-admin has completed it: a.noir has serial 1 and may be started by uid 1000"
                : "an earlier 'create a.noir' was interrupted; bawn-admin has undone it"),
        world.transaction(effects).recover());
    assertEquals(decided, effects.account);
    assertEquals(decided ? List.of("a.noir [1000]") : List.of(), effects.starts);
  }

  @Test
  void a_delete_that_fails_after_it_was_decided_says_so() throws IOException {
    create();
    effects.failingAtStep(1);
    Unfinished failure =
        assertThrows(Unfinished.class, () -> world.transaction(effects).delete(NOIR, KeepHome.NO));
    assertEquals(
        "'delete a.noir' is only partly in effect: No space left on device", failure.what());
    effects.survive();
    assertEquals(
        Optional.of(
            "an earlier 'delete a.noir' was only partly in effect; bawn-admin has completed it: a.noir is deleted"),
        world.transaction(effects).recover());
  }

  @Test
  void recovery_says_what_it_found() throws IOException {
    effects.dyingAtStep(1);
    assertThrows(RecordedEffects.Killed.class, this::create);
    effects.survive();
    assertEquals(
        Optional.of("an earlier 'create a.noir' was interrupted; bawn-admin has undone it"),
        world.transaction(effects).recover());
    assertEquals(Optional.empty(), world.transaction(effects).recover());
  }
}
