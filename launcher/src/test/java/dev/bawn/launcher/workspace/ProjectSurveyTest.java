package dev.bawn.launcher.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.mask.MaskCases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The files that a scan hides. Directories that cannot be listed are in tests/system/masks.bats.
 */
class ProjectSurveyTest {

  private static final SessionMasks ENV = new SessionMasks(true, false, List.of());

  @TempDir Path directory;
  private Path project;

  @BeforeEach
  void aProject() throws IOException {
    project = Files.createDirectories(directory.toRealPath().resolve("app"));
  }

  private void has(String... files) throws IOException {
    for (String file : files) {
      Path path = project.resolve(file);
      Files.createDirectories(path.getParent());
      Files.writeString(path, file);
    }
  }

  private void links(String name, String file) throws IOException {
    Path path = project.resolve(name);
    Files.createDirectories(path.getParent());
    Files.createLink(path, project.resolve(file));
  }

  private ProjectSurvey survey(SessionMasks masks) {
    return new ProjectWalk(project, masks, List.of(), new Uid(0), new Uid(0)).survey();
  }

  private static Set<String> texts(List<Path> paths) {
    Set<String> texts = new TreeSet<>();
    for (Path path : paths) {
      texts.add(path.toString());
    }
    return texts;
  }

  private static SessionMasks pattern(String... patterns) {
    return new SessionMasks(false, false, List.of(patterns));
  }

  @Test
  void an_entry_that_vanishes_ends_no_scan() throws Exception {
    has("build/.env", "build/x/.env", ".env");
    for (int i = 0; i < 50; i++) {
      has("build/kept" + i);
    }
    AtomicBoolean over = new AtomicBoolean();
    Thread build = new Thread(() -> churn(over));
    build.start();
    try {
      for (int i = 0; i < 200; i++) {
        assertEquals(
            Set.of(".env", "build/.env", "build/x/.env"), texts(survey(ENV).masked()), "scan " + i);
      }
    } finally {
      over.set(true);
      build.join();
    }
  }

  /** Creates and deletes files as a build does. */
  private void churn(AtomicBoolean over) {
    try {
      while (!over.get()) {
        for (int i = 0; i < 20; i++) {
          Files.writeString(project.resolve("build/tmp" + i), "");
          Files.createDirectories(project.resolve("build/dir" + i));
        }
        for (int i = 0; i < 20; i++) {
          Files.delete(project.resolve("build/tmp" + i));
          Files.delete(project.resolve("build/dir" + i));
        }
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void a_masked_file_is_hidden_under_its_other_names() throws IOException {
    has(".env", "plain", "secrets/deep/token");
    links("notes.txt", ".env");
    links("docs/copy", "secrets/deep/token");
    links("docs/same", "plain");
    assertEquals(Set.of(".env", "notes.txt"), texts(survey(ENV).masked()));
    assertEquals(
        Set.of(".env", "notes.txt", "secrets", "docs/copy"),
        texts(survey(new SessionMasks(true, true, List.of())).masked()));
  }

  @Test
  void a_name_that_a_mask_fixes_is_covered_before_it_is_there() throws IOException {
    has("api/.env.local", "web/index.html");
    ProjectSurvey survey = survey(new SessionMasks(true, false, List.of("local.cfg", "*.pem")));
    assertEquals(Set.of("api/.env.local"), texts(survey.masked()));
    Set<String> covered = texts(survey.absent());
    for (String name : List.of(".env", ".env~", ".envrc", "local.cfg")) {
      assertTrue(covered.contains(name), name);
      assertTrue(covered.contains("api/" + name), name);
    }
    assertFalse(covered.contains("web/.env"));
  }

  @Test
  void a_project_without_masks_has_nothing_to_cover() throws IOException {
    has(".env");
    links("notes", ".env");
    assertTrue(survey(pattern()).covered().isEmpty());
  }

  @Test
  void the_file_of_direnv_is_one_of_variables() throws IOException {
    has("a/.envrc");
    assertEquals(Set.of("a/.envrc"), texts(survey(ENV).masked()));
  }

  @Test
  void a_session_masks_what_the_table_says() throws IOException {
    int number = 0;
    for (MaskCases.Case each : MaskCases.all()) {
      project = Files.createDirectories(directory.toRealPath().resolve("case" + number++));
      has(each.path());
      List<String> patterns = each.patterns();
      List<Path> masked =
          survey(new SessionMasks(patterns.isEmpty(), patterns.isEmpty(), patterns)).masked();
      Path file = Path.of(each.path());
      assertEquals(each.isMasked(), masked.stream().anyMatch(file::startsWith), each.toString());
    }
  }

  @Test
  void a_path_that_a_mask_fixes_is_covered_where_its_directory_is_seen() throws IOException {
    has("config/x", "secrets/x", "other/x");
    Files.createSymbolicLink(project.resolve("link"), Path.of("other"));
    SessionMasks masks =
        new SessionMasks(
            false, true, List.of("config/keys", "/top", "secrets/y", "none/z", "link/x"));
    Set<String> absent = texts(survey(masks).absent());
    assertTrue(absent.containsAll(Set.of("config/keys", "top")), absent.toString());
    assertTrue(absent.stream().noneMatch(path -> path.matches("(secrets|none|link)/.*")));
  }
}
