package dev.bawn.launcher.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplacedFileTest {

  @TempDir Path home;

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  private static List<String> names(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.map(entry -> entry.getFileName().toString()).toList();
    }
  }

  @Test
  void nobody_else_may_read_it_or_list_what_was_made_for_it() throws IOException {
    Path file = home.resolve("state/bawn/file");
    ReplacedFile.write(file, "ünïcode\n");
    assertEquals("ünïcode\n", Files.readString(file));
    assertEquals("rw-------", mode(file));
    assertEquals("rwx------", mode(home.resolve("state")));
    assertEquals("rwx------", mode(home.resolve("state/bawn")));
  }

  @Test
  void what_was_there_is_replaced_and_a_link_is_not_written_through() throws IOException {
    Path elsewhere = Files.writeString(home.resolve("elsewhere"), "as it was");
    Path file = home.resolve("bawn/file");
    ReplacedFile.write(file, "longer than what comes then");
    ReplacedFile.write(file, "short");
    assertEquals("short", Files.readString(file));
    Files.delete(file);
    Files.createSymbolicLink(file, elsewhere);
    ReplacedFile.write(file, "another");
    assertEquals("as it was", Files.readString(elsewhere));
    assertEquals("another", Files.readString(file));
    assertEquals(List.of("file"), names(file.getParent()));
  }

  @Test
  void what_cannot_be_written_leaves_nothing_behind() throws IOException {
    Path taken = Files.createDirectories(home.resolve("bawn/file/of somebody")).getParent();
    assertThrows(IOException.class, () -> ReplacedFile.write(taken, "text"));
    assertEquals(List.of("file"), names(home.resolve("bawn")));
  }
}
