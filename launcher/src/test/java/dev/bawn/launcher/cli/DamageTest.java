package dev.bawn.launcher.cli;

import static dev.bawn.contract.world.World.ALICE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.world.World;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Sessions with damaged files: they are listed as damaged, with a hint, and other commands work.
 */
class DamageTest {

  @TempDir Path root;
  private Path home;
  private Person alice;
  private SessionFixture session;

  @BeforeEach
  void aMachine() throws IOException {
    World world = new World(root);
    home = Files.createDirectories(world.layout().at("home/alice"));
    alice = new Person(world, ALICE, home);
    new SessionFixture(home, "well").ended(0);
    session = new SessionFixture(home, "app-1").ended(0);
  }

  /** Contents of {@code plan.json} that are not a plan of this session. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[]",
        "null",
        "\"text\"",
        "{}",
        "{\"format\" : 1}",
        "{\"format\" : 2, \"name\" : \"app-1\"}",
        "{\"format\" : 99999999999999999999}",
        "{\"name\" : \"another\"}",
        "{\"name\" : [\"app-1\"]}",
        "{\"name\" : {\"a\" : 1}}",
        "@created@yesterday",
        "@created@+1000000001-01-01T00:00:00Z",
        "@workspace@mirror",
        "@workspace@",
        "@inside@",
        "@inside@relative",
        "@project@../app",
        "@project@/home/../etc",
        "@project@/a\\u0000b",
        "@changes@/",
        "@changes@/etc",
        "@changes@",
        "@tool@\" , \"tool\" : 7, \"x\" : \"",
      })
  void a_plan_that_is_none(String text) throws IOException {
    Path plan = session.directory.resolve("plan.json");
    World.write(plan, plan(text, Files.readString(plan)));
    isShownAsDamaged();
  }

  /** Returns the text, or a plan with another value in one place: {@code @key@value}. */
  private static String plan(String text, String whole) {
    if (!text.startsWith("@")) {
      return text;
    }
    String[] parts = text.split("@", 3);
    String value = parts[2].replace("\\", "\\\\").replace("$", "\\$");
    return whole.replaceFirst(
        "\"" + parts[1] + "\" : \"[^\"]*\"", "\"" + parts[1] + "\" : \"" + value + "\"");
  }

  private enum Harm {
    NO_PLAN,
    PLAN_IS_A_DIRECTORY,
    PLAN_IS_A_FIFO,
    PLAN_IS_A_LOOP,
    PLAN_IS_BINARY,
    PLAN_IS_NESTED,
    PLAN_IS_HUGE,
    NO_UPPER,
    UPPER_IS_A_FILE,
    UPPER_IS_A_LINK,
    WORKSPACE_IS_A_LINK,
    NO_WORKSPACE,
    NO_DIRECTORY,
  }

  @ParameterizedTest
  @EnumSource
  void a_session_with_something_else_in_the_place_of(Harm harm) throws Exception {
    Path plan = session.directory.resolve("plan.json");
    switch (harm) {
      case NO_PLAN -> Files.delete(plan);
      case PLAN_IS_A_DIRECTORY -> {
        Files.delete(plan);
        Files.createDirectory(plan);
      }
      case PLAN_IS_A_FIFO -> {
        Files.delete(plan);
        new ProcessBuilder("mkfifo", plan.toString()).start().waitFor();
      }
      case PLAN_IS_A_LOOP -> {
        Files.delete(plan);
        Files.createSymbolicLink(plan, plan);
      }
      case PLAN_IS_BINARY -> Files.write(plan, new byte[] {0, (byte) 0xff, 1});
      case PLAN_IS_NESTED -> World.write(plan, "{\"name\" : " + "[".repeat(100_000));
      case PLAN_IS_HUGE -> World.write(plan, "{\"name\" : \"" + "x".repeat(30 << 20) + "\"}");
      case NO_UPPER -> Files.delete(session.upper);
      case UPPER_IS_A_FILE -> {
        Files.delete(session.upper);
        World.write(session.upper, "");
      }
      case UPPER_IS_A_LINK -> {
        Files.delete(session.upper);
        Files.createSymbolicLink(session.upper, home);
      }
      case WORKSPACE_IS_A_LINK -> {
        Files.move(session.workspace, home.resolve("elsewhere"));
        Files.createSymbolicLink(session.workspace, home.resolve("elsewhere"));
      }
      case NO_WORKSPACE -> {
        Files.delete(session.upper);
        Files.delete(session.workspace);
      }
      case NO_DIRECTORY -> {
        try (var files = Files.newDirectoryStream(session.directory)) {
          for (Path file : files) {
            Files.delete(file);
          }
        }
        Files.delete(session.directory);
      }
    }
    isShownAsDamaged();
  }

  private void isShownAsDamaged() throws IOException {
    alice.types("list").succeeds();
    assertTrue(alice.out().contains("app-1  damaged  "), alice.out());
    assertTrue(alice.out().contains("well   ended 0  "), alice.out());
    assertTrue(alice.err().startsWith("bawn: warning: app-1 is damaged: "), alice.err());
    assertTrue(
        alice.err().contains("bawn destroy app-1 --force") || alice.err().contains("update"));
    alice.types("list", "--json").succeeds();
    assertTrue(alice.out().contains("\"problem\" : "), alice.out());
    for (String command : new String[] {"info", "status", "diff", "destroy"}) {
      alice.types(command, "app-1");
      assertEquals(3, alice.status(), command + ": " + alice.err());
    }
    alice.types("destroy", "app-1", "--force").succeeds();
    assertFalse(Files.exists(session.directory, LinkOption.NOFOLLOW_LINKS));
    assertFalse(Files.exists(session.workspace, LinkOption.NOFOLLOW_LINKS));
    assertTrue(Files.exists(home.resolve("app")));
  }

  /** Names of files that are not directories of sessions. */
  @ParameterizedTest
  @ValueSource(strings = {"file", "-x", "a b", "\u001b[2J", "ä"})
  void a_stranger_among_the_sessions(String name) throws IOException {
    Path stranger = session.directory.resolveSibling(name);
    if (name.equals("file")) {
      World.write(stranger, "");
    } else {
      Files.createDirectory(stranger);
    }
    alice.types("list").succeeds();
    assertTrue(alice.err().contains(" is damaged: "), alice.err());
    assertTrue(alice.err().contains("rm -r -- "), alice.err());
    assertFalse(alice.out().contains("\u001b"), alice.out());
  }

  /** Contents of {@code started} and {@code exit} that bawn never writes. */
  @ParameterizedTest
  @ValueSource(
      strings = {"", "x", "1", "-1 -1", "999999999999999999999 1", "1 1 1", "\0", "../1 0"})
  void times_and_states_that_make_no_sense_are_no_obstacle(String text) throws IOException {
    World.write(session.directory.resolve("started"), text);
    World.write(session.directory.resolve("exit"), text);
    alice.types("list").succeeds();
    assertEquals("", alice.err());
    alice.types("destroy", "app-1").succeeds();
  }
}
