package dev.bawn.launcher.cli;

import static dev.bawn.contract.world.World.ALICE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.world.World;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The homes of sessions, and the definitions of tools. */
class HomesTest {

  @TempDir Path root;
  private Path homes;
  private Person alice;

  @BeforeEach
  void aMachine() throws IOException {
    World world = new World(root);
    Path home = Files.createDirectories(world.layout().at("home/alice"));
    homes = home.resolve(".local/share/bawn/homes");
    alice = new Person(world, ALICE, home);
    World.write(homes.resolve("claude/app-1/.claude/login"), "secret");
    World.write(homes.resolve("claude/app-1.lock"), "42 7\n");
    World.write(homes.resolve("codex/app-1/.codex/login"), "secret");
  }

  @Test
  void homes_are_listed_by_tool_and_project() throws IOException {
    alice.types("home", "list").succeeds();
    assertEquals(
        """
        HOME          LAST USED  PROJECT
        claude/app-1  just now   -
        codex/app-1   -          -
        """,
        alice.out());
    alice.types("home", "list", "--json").succeeds();
    assertTrue(alice.out().contains("\"in_use\" : false"), alice.out());
  }

  @Test
  void a_home_is_wiped_with_its_lock_and_no_other() throws IOException {
    alice
        .types("home", "wipe", "claude/app-1")
        .isRefused(2, "confirmation needed, but there is no terminal", "add --yes");
    alice.types("home", "wipe", "claude/app-1", "--yes").succeeds();
    assertEquals("removed claude/app-1\n", alice.err());
    assertFalse(Files.exists(homes.resolve("claude/app-1")));
    assertFalse(Files.exists(homes.resolve("claude/app-1.lock")));
    assertTrue(Files.exists(homes.resolve("codex/app-1/.codex/login")));
  }

  @Test
  void a_home_that_is_used_is_not_wiped() throws IOException {
    World.write(root.resolve("proc/42/stat"), "42 (sh) S" + " 0".repeat(18) + " 7 0\n");
    alice
        .types("home", "wipe", "claude", "--yes")
        .isRefused(
            3, "claude/app-1 is in use by a session", "end the session first; see: bawn list");
    assertTrue(Files.exists(homes.resolve("claude/app-1/.claude/login")));
  }

  @Test
  void traps_in_a_home_are_not_sprung_by_wiping_it() throws IOException {
    Path precious = Files.createDirectories(homes.resolveSibling("precious"));
    World.write(precious.resolve("file"), "mine");
    Files.createSymbolicLink(homes.resolve("codex/app-1/way"), precious);
    Files.createSymbolicLink(homes.resolve("codex/linked"), precious);
    Files.createSymbolicLink(homes.resolve("linked"), precious);
    alice.types("home", "wipe", "codex", "--yes").succeeds();
    assertTrue(Files.exists(precious.resolve("file")));
    alice
        .types("home", "wipe", "linked/file", "--yes")
        .isRefused(4, "there is no home 'linked/file'", "see: bawn home list");
  }

  @Test
  void what_is_known_about_a_tool_is_shown_with_its_place() throws IOException {
    Path file = root.resolve("usr/lib/bawn/tools/demo.toml");
    World.write(
        file,
        """
        format = 1
        label = "a demonstration"
        rank = 1
        command = "demo"
        env = ["DEMO_API_KEY"]
        [prompt]
        interactive = ["{prompt}"]
        once = ["{prompt}"]
        """);
    alice.types("tools", "list").succeeds();
    assertEquals(
        """
        TOOL  LABEL            COMMAND  FROM  KEYS
        demo  a demonstration  demo     bawn  DEMO_API_KEY
        """,
        alice.out());
    alice.types("tools", "path", "demo").succeeds();
    assertEquals(file + "\n", alice.out());
    alice.types("tools", "show", "demo").succeeds();
    assertTrue(alice.out().startsWith("# " + file + "\nformat = 1\n"), alice.out());
    alice
        .types("tools", "show", "dmeo")
        .isRefused(4, "no tool definition for dmeo", "did you mean demo? see: bawn tools list");
  }
}
