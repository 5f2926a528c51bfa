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
    return HiddenProgram.warning(FirstProgram.command(List.of(), List.of(word)), path, shown);
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
