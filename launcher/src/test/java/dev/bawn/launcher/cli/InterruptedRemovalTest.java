package dev.bawn.launcher.cli;

import static dev.bawn.contract.world.World.ALICE;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.world.World;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands that remove several sessions finish a removal that was interrupted. */
class InterruptedRemovalTest {

  @TempDir Path root;
  private Person alice;
  private SessionFixture session;

  @BeforeEach
  void aMachine() throws IOException {
    World world = new World(root);
    Path home = Files.createDirectories(world.layout().at("home/alice"));
    alice = new Person(world, ALICE, home);
    session = new SessionFixture(home, "app-1").ended(0);
    World.write(session.upper.resolve("left"), "of a removal");
  }

  @ParameterizedTest
  @ValueSource(strings = {"clean", "purge"})
  void a_removal_is_finished(String command) throws IOException {
    World.write(session.directory.resolve("removed"), "");
    alice.types(command, "--yes").succeeds();
    assertTrue(alice.err().contains("removed app-1"), alice.err());
    assertFalse(Files.exists(session.directory));
    assertFalse(Files.exists(session.workspace));
  }

  @ParameterizedTest
  @ValueSource(strings = {"clean", "purge"})
  void another_damaged_session_stays(String command) throws IOException {
    Files.delete(session.directory.resolve("plan.json"));
    alice.types(command, "--yes");
    assertTrue(Files.exists(session.upper.resolve("left")));
  }

  @Test
  void a_removal_without_its_plan_is_finished() throws IOException {
    World.write(session.directory.resolve("removed"), "");
    Files.delete(session.directory.resolve("plan.json"));
    alice.types("clean", "app-1").succeeds();
    assertFalse(Files.exists(session.directory));
  }
}
