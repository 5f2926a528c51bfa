package dev.bawn.launcher.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bawn.launcher.plan.FirstProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program that is hidden from sessions. */
class HiddenProgramTest {

  @TempDir Path root;

  private Path directory(String name) throws IOException {
    Path directory = Files.createDirectories(root.resolve(name));
    Path program = Files.createFile(directory.resolve("mine"));
    program.toFile().setExecutable(true);
    return directory;
  }

  private static Optional<String> warning(String word, List<Path> path, List<Path> shown) {
    return warning(word, path, shown, Optional.empty(), Path.of("/work/app"));
  }

  private static Optional<String> warning(
      String word, List<Path> path, List<Path> shown, Optional<Path> project, Path inside) {
    FirstProgram program = FirstProgram.command(List.of(), List.of(word));
    return HiddenProgram.warning(program, path, shown, project, inside);
  }

  @Test
  void a_program_outside_of_what_is_shown_is_named_with_its_directory() throws IOException {
    Path hidden = directory("bin");
    assertEquals(
        Optional.of(
            "the session does not see "
                + hidden.resolve("mine")
                + "; to show its directory: --ro "
                + hidden),
        warning("mine", List.of(hidden), List.of(Path.of("/usr"))));
  }

  @Test
  void a_program_that_is_shown_or_that_nobody_has_is_not_named() throws IOException {
    Path hidden = directory("bin");
    Path shown = directory("usr/bin");
    List<Path> usr = List.of(root.resolve("usr"));
    assertEquals(Optional.empty(), warning("mine", List.of(hidden, shown), usr));
    assertEquals(Optional.empty(), warning("other", List.of(hidden), usr));
    assertEquals(Optional.empty(), warning("./mine", List.of(hidden), usr));
    assertEquals(Optional.empty(), warning(hidden.toString(), List.of(), usr)); // a directory
  }

  @Test
  void a_program_of_a_project_with_another_path_in_the_session_is_named_with_that_path()
      throws IOException {
    Path hidden = directory("app/bin");
    Optional<Path> project = Optional.of(root.resolve("app"));
    Path inside = Path.of("/work/app");
    String program = hidden.resolve("mine").toString();
    Optional<String> expected =
        Optional.of(
            "the session does not see "
                + program
                + "; its path in the session: /work/app/bin/mine");
    assertEquals(expected, warning(program, List.of(), List.of(inside), project, inside));
    assertEquals(expected, warning("mine", List.of(hidden), List.of(inside), project, inside));
    Path same = project.get();
    assertEquals(Optional.empty(), warning(program, List.of(), List.of(same), project, same));
  }

  @Test
  void a_program_that_is_shown_alone_is_named_with_its_path() throws IOException {
    Path hidden = directory("bin");
    Path program = hidden.resolve("mine");
    assertEquals(
        Optional.of(
            "the session sees no other file of "
                + hidden
                + ", so name the command by its path: "
                + program),
        warning("mine", List.of(hidden), List.of(program)));
    assertEquals(Optional.empty(), warning(program.toString(), List.of(hidden), List.of(program)));
  }
}
