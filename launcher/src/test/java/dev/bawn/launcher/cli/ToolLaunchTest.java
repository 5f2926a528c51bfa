package dev.bawn.launcher.cli;

import static dev.bawn.contract.world.World.ALICE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.agent.AdoptedTool;
import dev.bawn.contract.agent.AllowedCommand;
import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.agent.KeyName;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.Sha256;
import dev.bawn.contract.trust.FileIdentity;
import dev.bawn.contract.world.World;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Starts of agents that have adopted tools: demo first, then other. */
class ToolLaunchTest {

  @TempDir Path root;
  private World world;
  private Person alice;

  @BeforeEach
  void aMachine() throws IOException {
    aMachineWith(root, manifest -> withTool(withTool(manifest, "demo", "DEMO_API_KEY"), "other"));
  }

  private void aMachineWith(Path top, UnaryOperator<Manifest> tools) throws IOException {
    world = new World(top);
    world.sealed(tools);
    world.kernel().loadedAsSealed();
    Person.sudo(world, "");
    alice = new Person(world, ALICE, Path.of("/home/alice/app"));
    demo("");
  }

  private void demo(String more) throws IOException {
    World.write(
        world.layout().at("usr/lib/bawn/tools/demo.toml"),
        """
        format = 1
        label = "a demonstration"
        rank = 1
        command = "demo"
        npm = "@demo/demo"
        env = ["DEMO_API_KEY", "DEMO_TOKEN"]
        %s
        [prompt]
        interactive = ["--begin", "{prompt}"]
        once = ["--answer={prompt}"]
        """
            .formatted(more));
  }

  private Manifest withTool(Manifest manifest, String name, String... keys) {
    try {
      String path = "var/lib/bawn/tools/" + name + "/1.0/" + name;
      Path program = world.layout().at(path);
      World.write(program, name);
      FileIdentity now = FileIdentity.of(program);
      List<AllowedCommand> commands = new ArrayList<>(manifest.commands());
      Sha256 digest = Sha256.ofText(name);
      commands.add(
          new AllowedCommand(
              CommandName.of(name), "/" + path, digest, now.ino(), now.size(), now.ctimeNs()));
      List<AdoptedTool> tools = new ArrayList<>(manifest.tools());
      List<KeyName> names = List.of(keys).stream().map(KeyName::of).toList();
      tools.add(new AdoptedTool(CommandName.of(name), "1.0", Sha256.ofText("tree"), names));
      return manifest.withPrograms(commands).withTools(tools);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String started(String keys, int words, String command) {
    return "bawn1|"
        + keys
        + words
        + "|"
        + world.installation().sudo()
        + "|-n|-u|a.noir|"
        + world.installation().enter()
        + "|app|17|"
        + command
        + "|end|";
  }

  private void keys(String text, String mode) throws IOException {
    Path file = world.layout().at("home/alice/.config/bawn/env");
    World.write(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
  }

  @Test
  void without_a_command_it_is_the_first_tool() throws IOException {
    alice.types("launch", "a.noir", "app", "--no-sync").succeeds();
    assertEquals(started("0|", 8, "demo"), alice.plan("|"));
  }

  @Test
  void the_shell_is_a_tool_too() throws IOException {
    alice.types("launch", "a.noir", "app", "--no-sync", "--tool", "shell").succeeds();
    assertEquals(started("0|", 8, "bash"), alice.plan("|"));
    alice.types("launch", "a.noir", "app", "--no-sync", "--tool", "other").succeeds();
    assertEquals(started("0|", 8, "other"), alice.plan("|"));
  }

  @Test
  void a_prompt_is_handed_over_as_the_tool_wants_it() throws IOException {
    String prompt = root.resolve("prompt").toString();
    Files.writeString(root.resolve("prompt"), "look");
    alice.types("launch", "a.noir", "app", "--no-sync", "--prompt", prompt).succeeds();
    assertEquals(started("0|", 10, "demo|--begin|look"), alice.plan("|"));
    alice.types("launch", "a.noir", "app", "--no-sync", "--prompt", prompt, "--once").succeeds();
    assertEquals(started("0|", 9, "demo|--answer=look"), alice.plan("|"));
    alice
        .types("launch", "a.noir", "app", "--no-sync", "--tool", "other", "--prompt", prompt)
        .succeeds();
    assertEquals(started("0|", 9, "other|look"), alice.plan("|"));
  }

  @Test
  void what_the_caller_defined_counts_for_no_sealed_agent() throws IOException {
    String mine =
        """
        format = 1
        label = "mine"
        rank = 1
        command = "bash"
        env = ["OTHER_API_KEY"]
        prepare = ["touch", "canary"]
        [prompt]
        interactive = ["--mine", "{prompt}"]
        once = ["{prompt}"]
        """;
    Path yours = world.layout().at("home/alice/.config/bawn/tools.d");
    World.write(yours.resolve("demo.toml"), mine);
    World.write(yours.resolve("other.toml"), mine);
    keys("OTHER_API_KEY=x\n", "rw-------");
    String prompt = root.resolve("prompt").toString();
    Files.writeString(root.resolve("prompt"), "look");
    alice.types("launch", "a.noir", "app", "--no-sync", "--prompt", prompt).succeeds();
    assertEquals(started("0|", 10, "demo|--begin|look"), alice.plan("|"));
    alice
        .types("launch", "a.noir", "app", "--no-sync", "--tool", "other", "--prompt", prompt)
        .succeeds();
    assertEquals(started("0|", 9, "other|look"), alice.plan("|"));
  }

  @Test
  void keys_of_its_tools_come_from_the_callers_file_and_no_others() throws IOException {
    keys("DEMO_API_KEY=a=b c\nOTHER_API_KEY=x\n", "rw-------");
    alice.types("launch", "a.noir", "app", "--no-sync").succeeds();
    assertEquals(started("1|DEMO_API_KEY=a=b c|", 8, "demo"), alice.plan("|"));
    alice.types("launch", "a.noir", "app", "--no-sync", "--dry-run").succeeds();
    assertFalse(alice.out().contains("a=b c"), alice.out());
  }

  @Test
  void a_tool_that_can_log_in_starts_without_its_key_which_is_said_once() throws IOException {
    demo("needs = [[\"DEMO_API_KEY\", \"DEMO_TOKEN\"]]\nlogin = [\".demo/login\"]");
    String sentence =
        "demo has no API key, so it asks you to log in, unless it has a login; to set a key: bawn"
            + " env set DEMO_API_KEY (others: bawn env list)";
    alice.types("launch", "a.noir", "app", "--no-sync", "--dry-run").succeeds();
    assertTrue(alice.out().contains("warning   " + sentence), alice.out());
    alice.types("launch", "a.noir", "app", "--no-sync").succeeds();
    assertEquals("bawn: hint: " + sentence + "\n", alice.err());
    assertEquals(started("0|", 8, "demo"), alice.plan("|"));
    alice.types("launch", "a.noir", "app", "--no-sync").succeeds();
    assertEquals("", alice.err());
  }

  @Test
  void a_key_that_is_there_is_not_missed() throws IOException {
    demo("needs = [[\"DEMO_API_KEY\", \"DEMO_TOKEN\"]]\nlogin = [\".demo/login\"]");
    keys("DEMO_API_KEY=x\n", "rw-------");
    alice.types("launch", "a.noir", "app", "--no-sync").succeeds();
    assertEquals("", alice.err());
  }

  @Test
  void a_tool_that_can_do_nothing_without_its_keys_is_not_started_without() throws IOException {
    demo("needs = [[\"DEMO_API_KEY\", \"DEMO_TOKEN\"]]");
    alice
        .types("launch", "a.noir", "app", "--no-sync")
        .isRefused(
            4,
            "demo needs a key that you do not have: DEMO_API_KEY or DEMO_TOKEN",
            "to set a key: bawn env set DEMO_API_KEY (others: bawn env list)");
    demo("needs = [[\"DEMO_API_KEY\"], [\"DEMO_TOKEN\"]]");
    alice
        .types("launch", "a.noir", "app", "--no-sync")
        .isRefused(
            4,
            "demo needs a key that you do not have: DEMO_API_KEY, and DEMO_TOKEN",
            "to set a key: bawn env set DEMO_API_KEY && bawn env set DEMO_TOKEN");
    // the user's own command line may need no key
    alice.types("launch", "a.noir", "app", "--no-sync", "--", "demo", "--version").succeeds();
    assertEquals("", alice.err());
  }

  @Test
  void keys_that_others_can_read_are_not_used() throws IOException {
    keys("DEMO_API_KEY=x\n", "rw-r-----");
    String file = world.layout().at("home/alice/.config/bawn/env").toString();
    alice
        .types("launch", "a.noir", "app", "--no-sync")
        .isRefused(
            3,
            file + " contains API keys, and other users can read or write it",
            "run: chmod 600 " + file);
  }

  @Test
  void another_file_in_place_of_the_keys_is_named() throws IOException {
    keys("DEMO_API_KEY=x\n", "rw-------");
    Path file = world.layout().at("home/alice/.config/bawn/env");
    Files.delete(file);
    Files.createDirectory(file);
    alice
        .types("launch", "a.noir", "app", "--no-sync")
        .isRefused(3, file + " is not a file", "see: ls -ld " + file);
  }

  @Test
  void a_tool_that_nobody_adopted_is_named_with_the_way_to_it() throws IOException {
    aMachineWith(Files.createDirectory(root.resolve("other")), manifest -> manifest);
    alice
        .types("launch", "a.noir", "app", "--tool", "demo")
        .isRefused(
            3,
            "demo is not allowed for a.noir",
            "ask root: sudo bawn-admin tool add demo --npm @demo/demo; then: sudo bawn-admin allow"
                + " a.noir demo");
  }

  @Test
  void a_tool_that_the_caller_has_at_home_is_adopted_from_there() throws IOException {
    aMachineWith(Files.createDirectory(root.resolve("other")), manifest -> manifest);
    World.write(
        world.layout().at("usr/lib/bawn/tools/demo.toml"),
        """
        format = 1
        label = "a demonstration"
        rank = 1
        command = "demo"
        find = ["~/environment/bin/demo"]
        [prompt]
        interactive = []
        once = []
        """);
    Path environment = world.layout().at("home/alice/environment").toAbsolutePath();
    World.write(environment.resolve("bin/demo"), "");
    World.write(environment.resolve("pyvenv.cfg"), "");
    Files.setPosixFilePermissions(
        environment.resolve("bin/demo"), PosixFilePermissions.fromString("rwxr-xr-x"));
    alice
        .types("launch", "a.noir", "app", "--tool", "demo")
        .isRefused(
            3,
            "demo is not allowed for a.noir",
            "ask root: sudo bawn-admin tool add demo --from "
                + environment.toRealPath()
                + "; then: sudo bawn-admin allow a.noir demo");
  }

  @Test
  void without_a_tool_there_is_nobody_to_be_told_anything() throws IOException {
    aMachineWith(Files.createDirectory(root.resolve("other")), manifest -> manifest);
    Files.writeString(root.resolve("prompt"), "look");
    alice
        .types("launch", "a.noir", "app", "--prompt", root.resolve("prompt").toString())
        .isRefused(
            3,
            "a.noir has no agent tool, and --prompt needs one",
            "ask root to adopt and allow one (sudo bawn-admin tool add --help), or add --tool"
                + " TOOL");
  }

  @Test
  void a_changed_program_of_a_tool_is_refused_not_only_said() throws IOException {
    World.write(world.layout().at("var/lib/bawn/tools/other/1.0/other"), "changed");
    alice.types("launch", "a.noir", "app", "--no-sync");
    assertEquals(3, alice.status());
    assertEquals("bawn: error: V8 (tools): the adopted tool other: ", alice.err().substring(0, 49));
  }
}
