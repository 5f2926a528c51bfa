package dev.bawn.launcher.sessions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files that the disk usage of directories includes. */
class DiskCountTest {

  private static final int LARGE = 1 << 20;

  @TempDir Path directory;

  @Test
  void countsAFileOfTwoNamesOnceAndFollowsNoLink() throws IOException {
    Path one = Files.createDirectory(directory.resolve("one two\nthree"));
    Path left = Files.createDirectory(one.resolve("work"));
    Files.write(left.resolve("file"), new byte[LARGE]);
    Path outside = Files.write(directory.resolve("outside"), new byte[LARGE]);
    Files.createSymbolicLink(one.resolve("link"), outside);
    Path file = Files.write(one.resolve("file"), new byte[LARGE]);
    Files.createLink(one.resolve("other"), file);

    DiskCount counted = DiskCount.of(List.of(one), left);

    assertTrue(counted.isComplete());
    assertEquals(2, counted.files());
    assertTrue(counted.bytes() >= LARGE && counted.bytes() < 2 * LARGE, counted.toString());
  }

  @Test
  void saysWhenADirectoryIsMissing() {
    DiskCount counted = DiskCount.of(List.of(directory.resolve("none")), directory);
    assertFalse(counted.isComplete());
    assertEquals("at least 0 B in 0 files", counted.toString());
    assertTrue(DiskCount.of(List.of(), directory).isComplete());
  }
}
