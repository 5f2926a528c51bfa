package dev.bawn.launcher.linux;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Directories below an open directory. */
class OpenDirectoryTest {

  private static final RawName NAME = RawName.of("d".repeat(255));
  private static final RawName MARK = RawName.of("mark");

  @TempDir Path directory;

  /** JUnit cannot remove such a path. */
  @AfterEach
  void remove() throws IOException, InterruptedException {
    new ProcessBuilder("rm", "-rf", directory.resolve(NAME.bytes()).toString()).start().waitFor();
  }

  @Test
  void a_path_may_be_longer_than_the_kernel_takes_at_once() throws IOException {
    try (OpenDirectory top = OpenDirectory.at(directory)) {
      StringBuilder path = new StringBuilder();
      for (int depth = 0; depth < 40; depth++) {
        try (OpenDirectory parent = top.beneath(path.toString())) {
          parent.make(NAME, 0700);
        }
        path.append(depth == 0 ? "" : "/").append(NAME.bytes());
      }
      try (OpenDirectory deepest = top.beneath(path.toString())) {
        deepest.make(MARK, 0700);
      }
      try (OpenDirectory deepest = top.beneath(path.toString())) {
        assertTrue(deepest.look(MARK).isPresent());
      }
      assertThrows(NoSuchFileException.class, () -> top.beneath(path + "/absent"));
    }
  }

  @Test
  void a_whiteout_is_no_file() throws Exception {
    new ProcessBuilder("mknod", directory.resolve("gone").toString(), "c", "0", "0")
        .start()
        .waitFor();
    try (OpenDirectory top = OpenDirectory.at(directory)) {
      assertThrows(NoSuchFileException.class, () -> top.file(RawName.of("gone")));
    }
  }

  @Test
  void a_failure_names_the_file_that_is_open() throws IOException {
    Path file = Files.createFile(directory.resolve("open"));
    try (OpenDirectory top = OpenDirectory.at(directory);
        OpenFile open = top.file(RawName.of("open"))) {
      FileSystemException e = assertThrows(FileSystemException.class, () -> open.goTo(-1));
      assertEquals(file.toRealPath().toString(), e.getFile());
    }
  }
}
