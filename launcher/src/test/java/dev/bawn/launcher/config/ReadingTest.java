package dev.bawn.launcher.config;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bawn.contract.world.World;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadingTest {

  private static final long LONG = 60_000;
  private static final long SHORT = 100;

  @TempDir Path top;

  @Test
  void no_more_is_read_than_was_asked_for() throws IOException {
    Path file = top.resolve("file");
    World.write(file, "some text");
    assertArrayEquals(
        "some".getBytes(StandardCharsets.US_ASCII), Reading.of(file, 4, LONG).orElseThrow());
    assertArrayEquals(
        "some text".getBytes(StandardCharsets.US_ASCII), Reading.of(file, 100, LONG).orElseThrow());
    assertEquals(1000, Reading.of(Path.of("/dev/zero"), 1000, LONG).orElseThrow().length);
  }

  @Test
  void a_pipe_at_whose_other_end_is_nobody_is_not_waited_for() throws Exception {
    Path pipe = top.resolve("pipe");
    assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
    assertEquals(Optional.empty(), Reading.of(pipe, 100, SHORT));
  }

  @Test
  void a_link_is_not_followed_and_what_is_gone_is_told_from_what_cannot_be_read()
      throws IOException {
    World.write(top.resolve("file"), "text");
    Path link = Files.createSymbolicLink(top.resolve("link"), Path.of("file"));
    assertThrows(IOException.class, () -> Reading.of(link, 100, LONG));
    assertThrows(IOException.class, () -> Reading.of(top, 100, LONG));
    assertThrows(NoSuchFileException.class, () -> Reading.of(top.resolve("nothing"), 100, LONG));
  }
}
