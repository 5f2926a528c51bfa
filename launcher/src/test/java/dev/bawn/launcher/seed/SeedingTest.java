package dev.bawn.launcher.seed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.tool.HomePath;
import dev.bawn.contract.tool.PartOfFile;
import dev.bawn.contract.tool.ToolSeeds;
import dev.bawn.contract.world.World;
import dev.bawn.launcher.mount.MountGate;
import dev.bawn.launcher.mount.PrivateDirectories;
import dev.bawn.launcher.mount.SessionWritable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The files that a session's home gets from the user's home, the time of the copy, and files that
 * are never copied.
 */
class SeedingTest {

  private static final HomePath LOGIN = HomePath.of(".tool/login.json");

  private static final ToolSeeds SEEDS =
      new ToolSeeds(
          List.of(HomePath.of(".tool/told.md"), HomePath.of(".tool/skills")),
          List.of(
              new PartOfFile(HomePath.of(".tool/settings.json"), List.of("model", "ui.theme")),
              new PartOfFile(HomePath.of(".tool.json"), List.of("seen"))),
          List.of(new PartOfFile(HomePath.of(".tool.json"), List.of("account"))));

  @TempDir Path root;
  private Path person;
  private Path home;
  private Path lock;

  @BeforeEach
  void aPersonAndTheHomeOfASession() throws IOException {
    root = root.toRealPath();
    person = Files.createDirectories(root.resolve("person"));
    home = Files.createDirectories(root.resolve("homes/tool/app"));
    lock = home.resolveSibling("app.lock");
  }

  private void has(String path, String content) throws IOException {
    World.write(person.resolve(path), content);
  }

  private Seeding look(HomePath... logins) {
    List<String> hidden = logins.length > 0 ? List.of(".ssh") : List.of(".ssh", LOGIN.text());
    return new SeedProbe(
            person,
            hidden,
            MountGate.of(
                person,
                new PrivateDirectories(List.of()),
                new SessionWritable(List::of),
                Optional.empty()))
        .look(SEEDS, List.of(logins), home);
  }

  /** Starts a session and returns the copied files. */
  private List<String> starts(HomePath... logins) throws IOException {
    Seeding seeding = look(logins);
    if (seeding.isEmpty()) {
      return List.of();
    }
    SeedCopy.Outcome outcome = SeedCopy.carryOut(seeding, lock);
    assertEquals(List.of(), outcome.failed());
    return outcome.copied().stream().map(Seed::shown).sorted().toList();
  }

  private String inside(String path) throws IOException {
    return Files.readString(home.resolve(path));
  }

  private SortedSet<String> all() throws IOException {
    try (Stream<Path> files = Files.walk(home)) {
      return files
          .filter(file -> !Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS))
          .map(file -> home.relativize(file).toString())
          .collect(TreeSet::new, TreeSet::add, TreeSet::addAll);
    }
  }

  private static List<String> sentences(Seeding seeding) {
    return seeding.omitted().stream().map(Omission::sentence).toList();
  }

  @Test
  void a_new_home_gets_instructions_skills_and_the_harmless_part_of_settings() throws IOException {
    has(".tool/told.md", "be brief");
    has(".tool/skills/one/SKILL.md", "one");
    has(".tool/skills/one/run.sh", "#!/bin/sh");
    Files.setPosixFilePermissions(
        person.resolve(".tool/skills/one/run.sh"), PosixFilePermissions.fromString("rwxrwxr-x"));
    has(
        ".tool/settings.json",
        """
        { // mine
          "model": "large", "env": { "KEY": "sk-secret" }, "apiKeyHelper": "/home/alice/key",
          "ui": { "theme": "dark", "hook": "rm" }, "hooks": [ { "command": "curl" } ], }
        """);
    assertEquals(
        List.of(
            "~/.tool/settings.json (in part)",
            "~/.tool/skills/one/SKILL.md",
            "~/.tool/skills/one/run.sh",
            "~/.tool/told.md"),
        starts());
    assertEquals(
        "{\"model\":\"large\",\"ui\":{\"theme\":\"dark\"}}", inside(".tool/settings.json"));
    assertEquals("be brief", inside(".tool/told.md"));
    assertEquals("rw-------", mode(".tool/told.md"));
    assertEquals("rwx------", mode(".tool/skills/one/run.sh"));
    assertEquals(List.of(), starts());
  }

  private String mode(String path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(home.resolve(path)));
  }

  @Test
  void settings_in_toml_are_taken_in_parts_too() throws IOException {
    byte[] whole =
        """
        model = "large"
        notify = ["curl"]
        [mcp_servers.x]
        env = { KEY = "sk-secret" }
        [ui]
        theme = "dark"
        """
            .getBytes(StandardCharsets.UTF_8);
    String part =
        new String(
            SettingsPart.of(whole, "config.toml", List.of("model", "ui.theme", "none")),
            StandardCharsets.UTF_8);
    assertTrue(part.contains("large") && part.contains("theme"), part);
    assertFalse(part.contains("secret") || part.contains("curl"), part);
    assertEquals(0, SettingsPart.of(whole, "config.toml", List.of("none")).length);
    assertThrows(
        IOException.class, () -> SettingsPart.of(whole, "settings.json", List.of("model")));
  }

  @Test
  void a_change_of_yours_follows_until_a_session_touches_the_copy() throws IOException {
    has(".tool/told.md", "one");
    has(".tool/skills/a", "one");
    starts();
    has(".tool/told.md", "two");
    assertEquals(List.of("~/.tool/told.md"), starts());
    assertEquals("two", inside(".tool/told.md"));
    World.write(home.resolve(".tool/told.md"), "the agent's");
    has(".tool/told.md", "three");
    assertEquals(List.of(), starts());
    assertEquals("the agent's", inside(".tool/told.md"));
    assertEquals(
        List.of("~/.tool/told.md: the session's home has this file already, and keeps it"),
        sentences(look()));
    Files.delete(home.resolve(".tool/skills/a"));
    has(".tool/skills/a", "two");
    has(".tool/skills/b", "new");
    assertEquals(List.of("~/.tool/skills/b"), starts());
    assertEquals(new TreeSet<>(List.of(".tool/skills/b", ".tool/told.md")), all());
  }

  @Test
  void what_you_remove_goes_where_no_session_touched_it() throws IOException {
    has(".tool/skills/a", "a");
    has(".tool/skills/b", "b");
    starts();
    World.write(home.resolve(".tool/skills/b"), "the agent's");
    Files.delete(person.resolve(".tool/skills/a"));
    Files.delete(person.resolve(".tool/skills/b"));
    assertEquals(List.of(), starts());
    assertEquals(new TreeSet<>(List.of(".tool/skills/b")), all());
  }

  @Test
  void a_home_from_before_keeps_what_it_has() throws IOException {
    has(".tool/told.md", "yours");
    World.write(home.resolve(".tool/told.md"), "older");
    assertEquals(List.of(), starts());
    assertEquals("older", inside(".tool/told.md"));
  }

  @Test
  void a_login_comes_along_only_where_it_was_asked_for() throws IOException {
    has(".tool/login.json", "{\"token\":1}");
    has(".tool/told.md", "be brief");
    has(".tool.json", "{\"seen\":true,\"account\":{\"mail\":\"a\"},\"projects\":{}}");
    Files.createSymbolicLink(person.resolve(".tool/skills"), person.resolve(".tool"));
    starts();
    assertFalse(all().stream().anyMatch(path -> path.endsWith("login.json")), all().toString());
    assertEquals("{\"seen\":true}", inside(".tool.json"));
    assertEquals(
        List.of("~/.tool.json (in part)", "~/.tool/login.json"),
        starts(LOGIN).stream().filter(shown -> !shown.contains("skills")).toList());
    assertEquals("rw-------", mode(".tool/login.json"));
    assertEquals("{\"seen\":true,\"account\":{\"mail\":\"a\"}}", inside(".tool.json"));
    // a start without the option removes no copy
    has(".tool.json", "{\"seen\":false}");
    assertEquals(List.of(), starts());
    assertEquals("{\"token\":1}", inside(".tool/login.json"));
  }

  @Test
  void a_token_that_was_exchanged_inside_is_kept_and_that_is_said() throws IOException {
    has(".tool/login.json", "1");
    starts(LOGIN);
    World.write(home.resolve(".tool/login.json"), "2");
    has(".tool/login.json", "3");
    assertEquals(List.of(), starts(LOGIN));
    assertEquals("2", inside(".tool/login.json"));
    assertEquals(Seed.Kind.LOGIN, look(LOGIN).omitted().getFirst().kind());
  }

  @Test
  void a_login_replaces_the_link_to_the_shared_one_and_no_other_link() throws IOException {
    has(".tool/login.json", "1");
    Path copy = Files.createDirectories(home.resolve(".tool")).resolve("login.json");
    Files.createSymbolicLink(copy, Path.of("elsewhere"));
    assertEquals(List.of(), starts(LOGIN));
    Files.delete(copy);
    Files.createSymbolicLink(copy, Path.of("/run/login/login.json"));
    assertEquals(List.of("~/.tool/login.json"), starts(LOGIN));
    assertEquals("1", inside(".tool/login.json"));
    assertFalse(Files.isSymbolicLink(copy));
  }

  @Test
  void a_login_that_is_not_there_is_said() throws IOException {
    assertEquals(List.of("~/.tool/login.json does not exist"), sentences(look(LOGIN)));
    assertEquals(List.of(), sentences(look()));
  }

  @Test
  void links_are_followed_within_the_home_and_never_out_or_to_what_is_hidden() throws IOException {
    has("dotfiles/told.md", "linked");
    Files.createDirectories(person.resolve(".tool/skills"));
    Files.createSymbolicLink(person.resolve(".tool/told.md"), Path.of("../dotfiles/told.md"));
    has(".ssh/id_ed25519", "secret");
    has("keys/id_ed25519", "secret");
    World.write(root.resolve("elsewhere"), "secret");
    for (String target :
        List.of(".ssh/id_ed25519", "keys/id_ed25519", "../elsewhere", ".ssh", "/")) {
      Path link = person.resolve(".tool/skills/" + target.replaceAll("[./]", "_"));
      Files.createSymbolicLink(link, person.resolve(target));
    }
    Files.createSymbolicLink(person.resolve(".tool/skills/nowhere"), Path.of("none"));
    assertEquals(List.of("~/.tool/told.md"), starts());
    assertEquals("linked", inside(".tool/told.md"));
    assertEquals(new TreeSet<>(List.of(".tool/told.md")), all());
    assertTrue(
        sentences(look()).contains("~/.tool/skills/___elsewhere: it leads out of your home"),
        sentences(look()).toString());
    assertTrue(
        sentences(look()).contains("~/.tool/skills/_ssh: ~/.ssh is in hidden_paths"),
        sentences(look()).toString());
  }

  @Test
  void in_what_was_linked_to_links_are_followed_as_far_as_they_stay_there() throws IOException {
    has("beside/diary", "mine");
    has("project/skills/a", "a");
    Path skills = person.resolve("project/skills");
    Files.createSymbolicLink(skills.resolve("also"), Path.of("a"));
    Files.createSymbolicLink(skills.resolve("diary"), Path.of("../../beside/diary"));
    Files.createSymbolicLink(skills.resolve("all"), Path.of("../../beside"));
    Files.createDirectories(person.resolve(".tool"));
    Files.createSymbolicLink(person.resolve(".tool/skills"), Path.of("../project/skills"));
    starts();
    assertEquals(new TreeSet<>(List.of(".tool/skills/a", ".tool/skills/also")), all());
    Files.delete(person.resolve(".tool/skills"));
    Files.delete(person.resolve(".tool"));
    Files.createSymbolicLink(person.resolve(".tool"), Path.of("project"));
    starts();
    assertEquals(new TreeSet<>(List.of(".tool/skills/a", ".tool/skills/also")), all());
    assertTrue(
        sentences(look())
            .contains("~/.tool/skills/diary: it is a link that leads out of a linked directory"),
        sentences(look()).toString());
  }

  @Test
  void a_link_that_is_exchanged_after_the_look_is_not_followed() throws IOException {
    has(".ssh/id", "secret");
    has(".tool/told.md", "be brief");
    has(".tool/skills/a", "a");
    Seeding seeding = look();
    Files.delete(person.resolve(".tool/told.md"));
    Files.createSymbolicLink(person.resolve(".tool/told.md"), person.resolve(".ssh/id"));
    Files.move(person.resolve(".tool/skills"), person.resolve(".tool/moved"));
    Files.createSymbolicLink(person.resolve(".tool/skills"), person.resolve(".tool/moved"));
    SeedCopy.Outcome outcome = SeedCopy.carryOut(seeding, lock);
    assertEquals(List.of(), outcome.copied());
    assertEquals(2, outcome.failed().size());
    assertEquals(new TreeSet<>(), all());
  }

  @Test
  void links_that_a_session_left_are_not_written_through() throws IOException {
    Path precious = Files.createDirectories(root.resolve("precious"));
    World.write(precious.resolve("told.md"), "mine");
    has(".tool/told.md", "be brief");
    has(".tool/skills/a", "a");
    Files.createSymbolicLink(home.resolve(".tool"), precious);
    Seeding seeding = look();
    SeedCopy.Outcome outcome = SeedCopy.carryOut(seeding, lock);
    assertEquals(List.of(), outcome.copied());
    assertFalse(outcome.failed().isEmpty());
    assertEquals("mine", Files.readString(precious.resolve("told.md")));
    assertFalse(Files.exists(precious.resolve("skills")));
    Files.delete(home.resolve(".tool"));
    Files.createDirectories(home.resolve(".tool"));
    Files.createSymbolicLink(home.resolve(".tool/.bawn-unfinished"), precious.resolve("told.md"));
    Files.createSymbolicLink(home.resolve(".tool/skills"), precious);
    SeedCopy.carryOut(look(), lock);
    assertEquals("be brief", inside(".tool/told.md"));
    assertEquals("mine", Files.readString(precious.resolve("told.md")));
    assertFalse(Files.exists(precious.resolve("a")));
  }

  @Test
  void a_copy_that_became_a_link_is_no_copy_any_more() throws IOException {
    Path precious = root.resolve("precious");
    World.write(precious, "mine");
    has(".tool/told.md", "one");
    starts();
    Files.delete(home.resolve(".tool/told.md"));
    Files.createSymbolicLink(home.resolve(".tool/told.md"), precious);
    has(".tool/told.md", "two");
    assertEquals(List.of(), starts());
    assertEquals("mine", Files.readString(precious));
  }

  @Test
  void only_files_are_copied_and_not_without_bounds() throws Exception {
    Files.createDirectories(person.resolve(".tool/skills"));
    Process mkfifo =
        new ProcessBuilder("mkfifo", person.resolve(".tool/skills/pipe").toString()).start();
    assertTrue(mkfifo.waitFor(10, TimeUnit.SECONDS));
    has(".tool/skills/large", "x".repeat((1 << 20) + 1));
    has(".tool/skills/id_rsa", "x");
    has(".tool/skills/.git/config", "x");
    has(".tool/skills/.env", "x");
    has(".tool/skills/line\nbreak", "x");
    has(".tool/skills/fine", "x");
    Files.createSymbolicLink(person.resolve(".tool/skills/round"), Path.of("."));
    Files.createSymbolicLink(person.resolve(".tool/skills/about"), Path.of("../skills"));
    Seeding seeding = look();
    assertTrue(seeding.copies().size() <= 1000);
    assertTrue(
        seeding.copies().stream().allMatch(seed -> seed.to().endsWith("fine")),
        seeding.copies().toString());
    assertTrue(
        sentences(seeding).contains("~/.tool/skills/large: it is too large"),
        sentences(seeding).toString());
    assertTrue(
        sentences(seeding).contains("~/.tool/skills/pipe: it is not a file"),
        sentences(seeding).toString());
  }

  @Test
  void a_home_that_a_session_has_is_left_alone() throws Exception {
    has(".tool/told.md", "be brief");
    Files.createFile(lock);
    Process holder =
        new ProcessBuilder("flock", lock.toString(), "sh", "-c", "echo; read x").start();
    try {
      assertEquals('\n', holder.getInputStream().read());
      assertThrows(Refused.class, () -> SeedCopy.carryOut(look(), lock));
      assertEquals(new TreeSet<>(), all());
    } finally {
      holder.destroy();
      holder.waitFor();
    }
  }

  @Test
  void a_damaged_record_means_that_the_home_keeps_what_it_has() throws IOException {
    has(".tool/told.md", "one");
    starts();
    World.write(SeedRecord.file(home), "S x y z .tool/told.md\n\0");
    has(".tool/told.md", "two");
    assertEquals(List.of(), starts());
    assertEquals("one", inside(".tool/told.md"));
  }
}
