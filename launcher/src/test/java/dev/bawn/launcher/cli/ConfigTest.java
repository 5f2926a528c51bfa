package dev.bawn.launcher.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.world.World;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The settings of a user for unprivileged sessions. */
class ConfigTest {

  @TempDir Path root;
  private Person alice;
  private Path yours;
  private Path app;

  @BeforeEach
  void aMachine() throws IOException {
    World world = new World(root);
    app = Files.createDirectories(root.toRealPath().resolve("home/alice/app"));
    alice = Person.owning(world, app);
    yours = world.layout().at("home/alice/.config/bawn/config.toml");
  }

  private String shown(String key) throws IOException {
    alice.types("config", "show").succeeds();
    StringBuilder shown = new StringBuilder();
    String current = "";
    for (String line : alice.out().lines().toList()) {
      String[] cells = line.split(" +");
      current = cells[0].isEmpty() ? current : cells[0];
      if (current.equals(key)) {
        shown.append(cells[1]).append(" (").append(cells[2]).append(") ");
      }
    }
    return shown.toString().strip();
  }

  @Test
  void without_any_file_defaults_hold() throws IOException {
    assertEquals("overlay (default)", shown("workspace"));
    assertEquals("- (default)", shown("default_tool"));
    assertEquals(
        "TERM (default) LANG (default) LC_ALL (default) COLORTERM (default)",
        shown("env_passthrough"));
    assertEquals("", alice.err());
  }

  @Test
  void an_unknown_action_is_named_before_the_words_that_follow_it() throws IOException {
    for (String[] line :
        new String[][] {
          {"config", "set"}, {"config", "set", "cpus"}, {"config", "set", "cpus", "2"}
        }) {
      alice
          .types(line)
          .isRefused(
              2,
              "unknown action of config: 'set'",
              "use show, path, edit; change a setting: bawn config edit");
    }
    alice
        .types("tools", "lst", "a", "b")
        .isRefused(
            2, "unknown action of tools: 'lst'", "did you mean list? use list, show, path, forget");
    alice
        .types("config", "show", "a", "b")
        .isRefused(2, "unexpected argument: b", "see: bawn config --help");
    alice.types("config", "path").succeeds();
  }

  @Test
  void a_file_of_yours_sets_single_values_and_adds_to_lists() throws IOException {
    World.write(yours, "profile = \"balanced\"\nhidden_paths = [\".thunderbird\"]\n");
    assertEquals("balanced (config.toml)", shown("profile"));
    assertTrue(shown("hidden_paths").startsWith(".ssh (default) "), shown("hidden_paths"));
    assertTrue(shown("hidden_paths").endsWith(".thunderbird (config.toml)"), shown("hidden_paths"));
  }

  @Test
  void a_project_opens_nothing_before_it_is_trusted() throws IOException {
    World.write(app.resolve(".bawn.toml"), "profile = \"compat\"\nrw = [\"/\"]\n");
    assertEquals("strict (default)", shown("profile"));
    assertEquals("- (default)", shown("rw"));
    assertEquals(
        "bawn: warning: "
            + app
            + "/.bawn.toml is not trusted, so bawn ignores these settings: profile, rw; to read and trust it, run: bawn"
            + " trust\n",
        alice.err());
    alice.from(app.getParent()).types("config", "show", "app").succeeds();
    assertTrue(
        alice.err().endsWith("to read and trust it, run: bawn trust " + app + "\n"), alice.err());
  }

  @Test
  void what_was_trusted_counts_until_it_changes() throws IOException {
    World.write(app.resolve(".bawn.toml"), "profile = \"compat\"\n");
    alice.types("trust", "--yes").succeeds();
    assertEquals("profile = compat (now strict)\n", alice.out());
    assertEquals("compat (.bawn.toml)", shown("profile"));
    World.write(app.resolve(".bawn.toml"), "profile = \"compat\"\nrw = [\"/\"]\n");
    assertEquals("strict (default)", shown("profile"));
    assertTrue(
        alice
            .err()
            .contains(
                "was changed since you trusted it, so bawn ignores these settings: profile, rw;"),
        alice.err());
    World.write(app.resolve(".bawn.toml"), "profile = \"compat\"\n");
    assertEquals("compat (.bawn.toml)", shown("profile"));
    alice.types("trust", "--withdraw").succeeds();
    assertEquals("strict (default)", shown("profile"));
  }

  @Test
  void trust_is_asked_for() throws IOException {
    World.write(app.resolve(".bawn.toml"), "profile = \"compat\"\n");
    alice.types("trust").isRefused(2, "confirmation needed, but there is no terminal", "add --yes");
    assertEquals("strict (default)", shown("profile"));
  }

  @Test
  void trust_in_one_project_is_none_in_another() throws IOException {
    World.write(app.resolve(".bawn.toml"), "profile = \"compat\"\n");
    alice.types("trust", "--yes").succeeds();
    Path other = Files.createDirectories(app.resolveSibling("other"));
    World.write(other.resolve(".bawn.toml"), "profile = \"compat\"\n");
    alice.types("config", "show", other.toString()).succeeds();
    assertTrue(
        alice
            .err()
            .contains(
                "is not trusted, so bawn ignores these settings: profile; to read and trust it"),
        alice.err());
  }

  @Test
  void a_link_is_not_followed_to_what_is_trusted() throws IOException {
    Files.createSymbolicLink(app.resolve(".bawn.toml"), Path.of("/etc/passwd"));
    alice
        .types("config", "show")
        .isRefused(
            3,
            app.resolve(".bawn.toml") + " is a symbolic link, which bawn does not follow",
            "replace it with a file");
  }

  @Test
  void required_confinement_stays_required() throws IOException {
    World.write(yours, "confinement = \"required\"\n");
    World.write(app.resolve(".bawn.toml"), "confinement = \"preferred\"\n");
    alice.types("trust", "--yes").succeeds();
    assertEquals("required (config.toml)", shown("confinement"));
  }

  @Test
  void a_project_restricts_without_trust() throws IOException {
    World.write(
        app.resolve(".bawn.toml"),
        """
        mask = [".env"]
        hidden_paths = ["vault"]
        network = "none"
        home = "ephemeral"
        workspace = "readonly"
        confinement = "required"
        env_passthrough = ["TERM"]
        """);
    assertEquals(".env (.bawn.toml)", shown("mask"));
    assertTrue(shown("hidden_paths").endsWith(" vault (.bawn.toml)"), shown("hidden_paths"));
    assertEquals("none (.bawn.toml)", shown("network"));
    assertEquals("ephemeral (.bawn.toml)", shown("home"));
    assertEquals("readonly (.bawn.toml)", shown("workspace"));
    assertEquals("required (.bawn.toml)", shown("confinement"));
    assertEquals("", alice.err());
  }

  @Test
  void neither_file_weakens_the_other() throws IOException {
    World.write(yours, "network = \"none\"\nprofile = \"compat\"\nmask = [\"*.pem\"]\n");
    World.write(
        app.resolve(".bawn.toml"),
        "network = \"open\"\nprofile = \"balanced\"\nmask = [\".env\"]\n");
    for (String trust : List.of("no", "yes")) {
      if (trust.equals("yes")) {
        alice.types("trust", "--yes").succeeds();
      }
      assertEquals("none (config.toml)", shown("network"));
      assertEquals("balanced (.bawn.toml)", shown("profile"));
      assertEquals("*.pem (config.toml) .env (.bawn.toml)", shown("mask"));
    }
  }

  @Test
  void a_change_of_a_trusted_file_that_only_restricts_is_told() throws IOException {
    World.write(app.resolve(".bawn.toml"), "network = \"none\"\n");
    alice.types("trust", "--yes").succeeds();
    World.write(app.resolve(".bawn.toml"), "mask = [\".env\"]\n");
    assertEquals("open (default)", shown("network"));
    assertEquals(
        "bawn: warning: "
            + app
            + "/.bawn.toml was changed since you trusted it; to read and trust it, run: bawn trust\n",
        alice.err());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '§',
      quoteCharacter = '´',
      textBlock =
          """
          profil = "strict" § :1: unknown key 'profil'
          Profile = "strict" § :1: unknown key 'Profile'
          nonsense = 1 § :1: unknown key 'nonsense'
          profile = 1 § :1: 'profile' must be a string
          profile = true § :1: 'profile' must be a string
          profile = ["strict"] § :1: 'profile' must be a string
          profile = "lenient" § :1: 'profile' is invalid: use strict, balanced, compat
          profile = "" § :1: 'profile' is invalid
          workspace = "mirror" § :1: 'workspace' is invalid: use overlay, worktree, clone, bind, readonly, empty
          network = "OPEN" § :1: 'network' is invalid: use open, none
          confinement = "none" § :1: 'confinement' is invalid
          home = "relative" § :1: 'home' is invalid
          home = "~/../../etc" § :1: 'home' is invalid: it contains '..'
          default_tool = "a b" § :1: 'default_tool' is invalid
          default_tool = "/bin/sh" § :1: 'default_tool' is invalid
          default_shell = "../sh" § :1: 'default_shell' is invalid
          ro = "~/notes" § :1: 'ro' must be an array of strings
          ro = [1] § :1: 'ro' must be an array of strings
          ro = ["notes"] § :1: 'ro' is invalid
          rw = ["~/data:relative"] § :1: 'rw' is invalid
          rw = ["/a:/b/../c"] § :1: 'rw' is invalid
          hidden_paths = ["/etc"] § :1: 'hidden_paths' is invalid
          hidden_paths = ["../x"] § :1: 'hidden_paths' is invalid
          mask = ["!x"] § :1: 'mask' is invalid: exceptions are not supported
          mask = ["*.{pem,key}"] § :1: 'mask' is invalid: git's patterns have no braces
          mask = ["../up"] § :1: 'mask' is invalid: it contains '..'
          mask = ["["] § :1: 'mask' is invalid: git does not accept the pattern; it may lack a closing bracket
          env_passthrough = ["LD_PRELOAD"] § :1: 'env_passthrough' is invalid
          env_passthrough = ["A=B"] § :1: 'env_passthrough' is invalid
          env_passthrough = ["PATH"] § :1: 'env_passthrough' is invalid
          profile "strict" § :1:
          profile = "strict § :1:
          [profile] § 'profile' must be a string
          [[ro]] § 'ro' must be an array of strings
          profile = "strict"\\nprofile = "compat" § :2: duplicate key
          profile = "strict" profile = "compat" § :1: more data after value has already ended
          ro = ["a\\u0007"] § :1: 'ro' is invalid
          mask = []\\n\\nworkspace = 3 § :3: 'workspace' must be a string
          = § :1:
          """)
  void a_broken_file_is_refused_with_its_line(String text, String said) throws IOException {
    World.write(yours, text.replace("\\n", "\n") + "\n");
    alice.types("config", "show");
    assertEquals(3, alice.status(), alice.err());
    assertTrue(alice.err().startsWith("bawn: error: " + yours), alice.err());
    assertTrue(alice.err().contains(said), alice.err());
  }

  @Test
  void the_key_that_was_probably_meant_is_named() throws IOException {
    World.write(yours, "# mine\nworkspaces = \"bind\"\n");
    alice
        .types("config", "show")
        .isRefused(3, yours + ":2: unknown key 'workspaces'", "did you mean 'workspace'?");
  }

  @Test
  void files_that_are_no_text_or_far_too_large_are_refused() throws IOException {
    Files.createDirectories(yours.getParent());
    Files.write(yours, new byte[] {(byte) 0xff, (byte) 0xfe});
    alice.types("config", "show");
    assertEquals(3, alice.status(), alice.err());
    Files.write(yours, "#".repeat(5 << 20).getBytes(StandardCharsets.UTF_8));
    alice.types("config", "show");
    assertEquals(3, alice.status(), alice.err());
    Files.writeString(yours, "a = ".concat("[".repeat(50_000)));
    alice.types("config", "show");
    assertEquals(3, alice.status(), alice.err());
    Files.delete(yours);
    Files.createDirectories(yours);
    alice.types("config", "show");
    assertEquals(3, alice.status(), alice.err());
  }

  @Test
  void a_file_that_lies_elsewhere_is_refused_since_a_session_could_have_written_it()
      throws IOException {
    Files.createDirectories(yours.getParent());
    Files.createSymbolicLink(yours, Files.writeString(app.resolve("mine.toml"), ""));
    alice.types("config", "show");
    assertEquals(
        "bawn: error: "
            + yours
            + " is a symbolic link, which bawn does not follow\n"
            + "bawn: hint: replace the link with its target\n",
        alice.err());
  }

  @Test
  void the_json_names_every_origin() throws IOException {
    World.write(yours, "mask = [\"*.pem\"]\n");
    alice.types("config", "show", "--json").succeeds();
    assertTrue(alice.out().contains("\"key\" : \"mask\""), alice.out());
    assertTrue(alice.out().contains("\"origin\" : \"config.toml\""), alice.out());
  }
}
