package dev.bawn.launcher.linux;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
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

  /** A session can exchange a file while bawn opens it, so the kernel's error decides. */
  @Test
  void a_whiteout_that_a_file_replaces_meanwhile_is_no_file() throws Exception {
    Path gone = directory.resolve("gone");
    new ProcessBuilder("mknod", gone.toString(), "c", "0", "0").start().waitFor();
    Path file = Files.writeString(directory.resolve("file"), "text");
    AtomicBoolean isOver = new AtomicBoolean();
    try (OpenDirectory top = OpenDirectory.at(directory);
        OpenDirectory other = OpenDirectory.at(directory)) {
      Thread session =
          Thread.ofPlatform()
              .start(() -> {
                while (!isOver.get()) {
                  assertDoesNotThrow(
                      () -> other.exchange(RawName.of("gone"), other, RawName.of("file")));
                }
              });
      try {
        for (int turn = 0; turn < 20_000; turn++) {
          try (OpenFile opened = top.file(RawName.of("gone"))) {
            assertEquals(4, opened.status().size());
          } catch (NoSuchFileException e) {
            // the whiteout
          }
        }
      } finally {
        isOver.set(true);
        session.join();
      }
    }
    Files.delete(gone);
    Files.delete(file);
  }

  @Test
  void a_file_is_no_link() throws IOException {
    Files.createFile(directory.resolve("file"));
    try (OpenDirectory top = OpenDirectory.at(directory)) {
      assertThrows(NoSuchFileException.class, () -> top.linkText(RawName.of("file")));
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
