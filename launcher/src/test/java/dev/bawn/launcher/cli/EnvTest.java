package dev.bawn.launcher.cli;

import static dev.bawn.contract.world.World.ALICE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.world.World;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The API keys in a user's file. */
class EnvTest {

  @TempDir Path root;
  private Person alice;
  private Path file;

  @BeforeEach
  void aMachine() throws IOException {
    World world = new World(root);
    alice = new Person(world, ALICE, root);
    file = world.layout().at("home/alice/.config/bawn/env");
    World.write(
        world.layout().at("usr/lib/bawn/tools/demo.toml"),
        """
        format = 1
        label = "a demonstration"
        rank = 1
        command = "demo"
        env = ["DEMO_API_KEY", "HOME_API_KEY"]
        [prompt]
        interactive = ["{prompt}"]
        once = ["{prompt}"]
        """);
  }

  @Test
  void a_key_is_kept_in_a_file_that_nobody_else_can_read() throws IOException {
    alice.pipes("a secret").types("env", "set", "DEMO_API_KEY").succeeds();
    alice.pipes("another").types("env", "set", "OTHER_KEY").succeeds();
    alice.pipes("a new one").types("env", "set", "DEMO_API_KEY").succeeds();
    assertEquals("DEMO_API_KEY=a new one\nOTHER_KEY=another\n", Files.readString(file));
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    alice.types("env", "get", "DEMO_API_KEY").succeeds();
    assertEquals("a new one\n", alice.out());
    alice.types("env", "unset", "DEMO_API_KEY").succeeds();
    assertEquals("OTHER_KEY=another\n", Files.readString(file));
    alice.types("env", "path").succeeds();
    assertEquals(file + "\n", alice.out());
  }

  @Test
  void a_list_names_keys_and_their_tools_and_shows_no_value() throws IOException {
    alice.pipes("a secret").types("env", "set", "OTHER_KEY").succeeds();
    alice.pipes("a secret").types("env", "set", "DEMO_API_KEY").succeeds();
    alice.types("env", "list").succeeds();
    assertEquals(
        """
        KEY           SET IN  TOOLS
        DEMO_API_KEY  file    demo
        HOME_API_KEY  -       demo
        OTHER_KEY     file
        """,
        alice.out());
    alice.types("env", "list", "--json").succeeds();
    assertTrue(alice.out().contains("\"source\" : \"file\""), alice.out());
  }

  @Test
  void what_is_no_key_is_refused() throws IOException {
    alice
        .types("env", "set", "DEMO_API_KEY=secret")
        .isRefused(
            2,
            "the value of a key must not be on the command line: other users can read it",
            "revoke this key at its service, and create another; then give only the name: bawn asks for the value");
    alice
        .types("env", "set", "DEMO_API_KEY", "secret")
        .isRefused(
            2,
            "the value of a key must not be on the command line: other users can read it",
            "revoke this key at its service, and create another; then give only the name: bawn asks for the value");
    alice
        .types("env", "get", "DEMO_API_KEY", "OTHER_API_KEY")
        .isRefused(2, "unexpected argument: OTHER_API_KEY", "see: bawn env --help");
    alice
        .types("env", "set", "LD_PRELOAD")
        .isRefused(
            2,
            "'LD_PRELOAD' is not the name of a key: LD_PRELOAD changes how" + " programs start",
            "for example: bawn env set ANTHROPIC_API_KEY");
    alice
        .types("env", "set", "DEMO_API_KEY")
        .isRefused(
            2,
            "the value of a key must have 1 to 32768 characters",
            "nothing was changed; type it, or: pass show KEY | bawn env set DEMO_API_KEY");
    alice
        .types("env", "get", "DEMO_API_KEY")
        .isRefused(4, "there is no key DEMO_API_KEY", "set it: bawn env set DEMO_API_KEY");
    alice
        .types("env", "set")
        .isRefused(2, "expected the name of a key", "for example: bawn env set ANTHROPIC_API_KEY");
  }

  @Test
  void a_line_that_is_no_key_is_named() throws IOException {
    World.write(file, "# mine\n\nexport DEMO_API_KEY=x\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    alice
        .types("env", "get", "DEMO_API_KEY")
        .isRefused(
            3,
            file
                + ":3: this is not a key: a key name has only A-Z, 0-9 and _, and begins with a letter",
            "run: bawn env edit");
  }
}
