package dev.bawn.launcher.cli;

import static dev.bawn.contract.world.World.ALICE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.cli.Terminals;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.layout.PersonalFiles;
import dev.bawn.contract.world.World;
import dev.bawn.launcher.cli.ProposedSettings.Manner;
import dev.bawn.launcher.config.EffectiveSettings;
import dev.bawn.launcher.config.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A start in a project with its own settings. */
class ProposedSettingsTest {

  private static final Terminals TERMINAL = new Terminals(true, true, true);

  @TempDir Path root;
  private World world;
  private Path app;
  private String notice;

  @BeforeEach
  void aProject() throws IOException {
    world = new World(root);
    app = Files.createDirectories(root.toRealPath().resolve("home/alice/app"));
    World.write(app.resolve(".bawn.toml"), "profile = \"compat\"\nrw = [\"/srv\"]\n");
    notice =
        "bawn: warning: "
            + app
            + "/.bawn.toml is not trusted, so bawn ignores these settings: profile, rw; to read and trust it, run:"
            + " bawn trust\n";
  }

  private Map<String, String> environment() {
    return Map.of("HOME", world.layout().at("home/alice").toString());
  }

  private EffectiveSettings settings() {
    return EffectiveSettings.of(
        environment(), Optional.of(app), new PersonalFiles(ALICE, world.layout()));
  }

  private Told told;

  private boolean settles(Manner manner, Terminals terminals, String answer) {
    told = new Told(world.layout(), ALICE, app, environment(), terminals, answer);
    return ProposedSettings.settle(settings(), app, manner, told.here());
  }

  @Test
  void is_asked_about_and_yes_makes_them_count() {
    assertTrue(settles(Manner.ASKED, TERMINAL, "y\n"));
    assertEquals(
        """
        the project has a .bawn.toml that you have not trusted yet; it would set:
          profile = compat (now strict)
          rw = /srv
        trust it until it changes? [y/N]\s\
        """,
        told.err());
    assertEquals("", told.out());
    assertEquals(Counts.YES, counts());
  }

  /** The error output, whose long lines are wrapped on a terminal. */
  private String unwrapped() {
    return told.err().replace("\n  ", " ");
  }

  /** Tells whether the setting of the project is in effect. */
  private enum Counts {
    YES,
    NO
  }

  private Counts counts() {
    return settings().one(Setting.PROFILE).equals(Optional.of("compat")) ? Counts.YES : Counts.NO;
  }

  @Test
  void anything_else_is_no_and_is_asked_once() throws IOException {
    for (String answer : new String[] {"\n", "", "n\n", "yess\n"}) {
      World.write(
          app.resolve(".bawn.toml"),
          "profile = \"compat\"\nrw = [\"/srv\"] # " + answer.length() + "\n");
      assertFalse(settles(Manner.ASKED, TERMINAL, answer));
      assertTrue(unwrapped().replace("[y/N] \n", "[y/N] ").endsWith("[y/N] " + notice), told.err());
      assertFalse(settles(Manner.ASKED, TERMINAL, "y\n"));
      assertEquals("", told.err());
      assertEquals(Counts.NO, counts());
    }
    World.write(app.resolve(".bawn.toml"), "profile = \"compat\"\n");
    assertTrue(settles(Manner.ASKED, TERMINAL, "yes\n"));
  }

  @Test
  void a_no_can_be_taken_back() throws IOException {
    assertFalse(settles(Manner.ASKED, TERMINAL, "n\n"));
    Person alice = new Person(world, ALICE, app);
    alice.types("trust", "--withdraw").succeeds();
    assertEquals(".bawn.toml is not trusted\n", alice.err());
    assertTrue(settles(Manner.ASKED, TERMINAL, "y\n"));
    assertEquals(Counts.YES, counts());
  }

  @Test
  void nobody_is_asked_without_a_terminal_or_where_that_was_forbidden() {
    assertFalse(settles(Manner.ASKED, Terminals.NONE, "y\n"));
    assertEquals(notice, unwrapped());
    assertFalse(settles(Manner.TOLD, TERMINAL, "y\n"));
    assertEquals(Counts.NO, counts());
  }

  @Test
  void a_start_that_does_not_ask_names_the_settings_once_for_each_content_and_a_plan_always()
      throws IOException {
    for (int i = 0; i < 2; i++) {
      settles(Manner.PLANNED, TERMINAL, "");
      assertEquals(notice, unwrapped());
    }
    settles(Manner.TOLD, TERMINAL, "");
    assertEquals(notice, unwrapped());
    settles(Manner.ASKED, Terminals.NONE, "");
    assertEquals("", told.err());
    World.write(app.resolve(".bawn.toml"), "profile = \"compat\"\nrw = [\"/srv\"] # new\n");
    settles(Manner.TOLD, TERMINAL, "");
    assertEquals(notice, unwrapped());
  }

  @Test
  void a_file_that_says_something_impossible_lets_nothing_start() throws IOException {
    World.write(app.resolve(".bawn.toml"), "network = \"nothing\"\n");
    assertThrows(Refused.class, this::settings);
  }

  @Test
  void a_file_that_only_restricts_is_not_asked_about() throws IOException {
    World.write(app.resolve(".bawn.toml"), "network = \"none\"\nmask = [\".env\"]\n");
    for (String answer : new String[] {"n\n", "y\n", ""}) {
      assertFalse(settles(Manner.ASKED, TERMINAL, answer));
      assertEquals("", told.err());
      assertEquals(Optional.of("none"), settings().one(Setting.NETWORK));
      assertEquals(List.of(".env"), settings().all(Setting.MASK));
    }
  }

  @Test
  void what_it_restricts_holds_whatever_is_answered_and_is_not_part_of_the_question()
      throws IOException {
    World.write(app.resolve(".bawn.toml"), "network = \"none\"\nprofile = \"compat\"\n");
    assertFalse(settles(Manner.ASKED, TERMINAL, "n\n"));
    assertTrue(told.err().contains("  profile = compat (now strict)\ntrust it"), told.err());
    assertEquals(Optional.of("none"), settings().one(Setting.NETWORK));
    assertEquals(Optional.of("strict"), settings().one(Setting.PROFILE));
  }

  @Test
  void what_it_says_cannot_write_on_the_terminal_by_itself() throws IOException {
    World.write(app.resolve(".bawn.toml"), "rw = [\"/a\\u202etrust it until it changes? y\"]\n");
    assertFalse(settles(Manner.ASKED, TERMINAL, "n\n"));
    assertFalse(told.err().contains("\u202e"), told.err());
    assertEquals(2, told.err().split("trust it until", -1).length - 1);
    assertTrue(
        told.err().lines().noneMatch(line -> line.startsWith("trust it until it changes? y")),
        told.err());
  }
}
