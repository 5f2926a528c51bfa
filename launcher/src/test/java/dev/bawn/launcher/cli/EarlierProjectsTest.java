package dev.bawn.launcher.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.linux.Flock;
import dev.bawn.launcher.record.SessionName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of an operator about two projects that have the same name, one after the other. */
class EarlierProjectsTest {

  private static final String ONE = "/home/a/one/app";
  private static final String TWO = "/home/a/two/app";

  @TempDir Path top;
  private Path workspace;
  private Path directory;
  private EarlierProjects projects;

  @BeforeEach
  void directories() throws IOException {
    workspace = Files.createDirectories(top.resolve("share"));
    directory = Files.createDirectories(top.resolve("state"));
    Files.createSymbolicLink(workspace.resolve("upper"), top);
    projects = new EarlierProjects(SessionName.read("a.noir app"), workspace, directory);
    projects.switchTo(ONE);
  }

  private void work(String text) throws IOException {
    Files.createDirectories(workspace.resolve("merges/1"));
    Files.writeString(workspace.resolve("merges/1/journal"), text);
    Files.writeString(directory.resolve("review"), text);
    Files.writeString(directory.resolve("draft-1-f"), text);
  }

  private void assertWork(String text) throws IOException {
    assertEquals(text, Files.readString(workspace.resolve("merges/1/journal")));
    assertEquals(text, Files.readString(directory.resolve("review")));
    assertEquals(text, Files.readString(directory.resolve("draft-1-f")));
  }

  private static List<String> names(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return List.copyOf(
          new TreeSet<>(entries.map(each -> each.getFileName().toString()).toList()));
    }
  }

  @Test
  void each_project_has_its_own_merges_and_review() throws IOException {
    work("one");
    projects.switchTo(TWO);
    assertEquals(List.of("earlier", "project", "upper"), names(workspace));
    assertEquals(List.of("earlier"), names(directory));
    work("two");
    projects.switchTo(ONE);
    assertWork("one");
    projects.switchTo(TWO);
    assertWork("two");
  }

  @Test
  void the_path_of_a_project_is_beside_its_files() throws IOException {
    work("one");
    projects.switchTo(TWO);
    for (Path each : List.of(workspace, directory)) {
      List<String> keys = names(each.resolve("earlier"));
      assertEquals(1, keys.size());
      assertEquals(ONE, Files.readString(each.resolve("earlier/" + keys.getFirst() + "/project")));
    }
  }

  @Test
  void the_files_of_the_same_project_stay_in_their_place() throws IOException {
    work("one");
    projects.switchTo(ONE);
    assertWork("one");
    projects.switchTo(TWO);
    projects.switchTo(ONE);
    assertWork("one");
    assertFalse(Files.exists(workspace.resolve("earlier")));
    assertFalse(Files.exists(directory.resolve("earlier")));
  }

  @Test
  void a_project_without_work_leaves_nothing_behind() throws IOException {
    projects.switchTo(TWO);
    assertEquals(List.of("project", "upper"), names(workspace));
    assertEquals(List.of(), names(directory));
  }

  @Test
  void an_interrupted_return_is_continued() throws IOException {
    work("one");
    projects.switchTo(TWO);
    // the merges came back before the interruption, the review did not
    Path earlier = workspace.resolve("earlier").resolve(names(workspace.resolve("earlier")).get(0));
    Files.move(earlier.resolve("merges"), workspace.resolve("merges"));
    Files.writeString(workspace.resolve("project"), ONE);
    projects.switchTo(ONE);
    assertWork("one");
    assertFalse(Files.exists(directory.resolve("earlier")));
  }

  @Test
  void an_interrupted_departure_is_continued() throws IOException {
    work("one");
    projects.switchTo(TWO);
    Path earlier = workspace.resolve("earlier").resolve(names(workspace.resolve("earlier")).get(0));
    Files.move(earlier.resolve("merges"), workspace.resolve("merges"));
    Files.writeString(workspace.resolve("project"), ONE);
    projects.switchTo(TWO);
    assertEquals(List.of("earlier", "project", "upper"), names(workspace));
    projects.switchTo(ONE);
    assertWork("one");
  }

  @Test
  void nothing_moves_while_another_command_holds_the_changes() throws IOException {
    work("one");
    try (Flock _ = Flock.take(workspace).orElseThrow()) {
      projects.switchTo(ONE);
      assertThrows(Refused.class, () -> projects.switchTo(TWO));
    }
    assertWork("one");
  }
}
