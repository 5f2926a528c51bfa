package dev.bawn.contract.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessEntryTest {

  @TempDir Path proc;

  private ProcessEntry process(String name) throws IOException {
    Path place = Files.createDirectories(proc.resolve("7"));
    Files.writeString(
        place.resolve("stat"),
        "7 (" + name + ") S 1 7 7 0 -1 0 0 0 0 0 100 20 3 4 20 0 5 0 12345 0 99 0 0\n");
    return new ProcessEntry(place);
  }

  @Test
  void addsTheTimesOfChildrenThatHaveEnded() throws IOException {
    ProcessEntry process = process("tool");
    Files.writeString(process.place().resolve("smaps_rollup"), "0-1 r\nRss: 90 kB\nPss: 60 kB\n");
    Files.writeString(
        process.place().resolve("io"), "rchar: 1\nread_bytes: 4096\nwrite_bytes: 8\n");
    assertEquals(new ProcessEntry.Use(127, 5, 60 << 10, 4096, 8), process.use());
    assertEquals(new ProcessEntry.Stat("S", "1", "12345"), process.stat());
  }

  @Test
  void takesTheResidentMemoryWhereTheSharesCannotBeRead() throws IOException {
    ProcessEntry process = process(") Z 9 (");
    Files.writeString(process.place().resolve("status"), "Name:\tx\nVmRSS:\t  12 kB\n");
    assertEquals(new ProcessEntry.Use(127, 5, 12 << 10, 0, 0), process.use());
  }

  @Test
  void usesNothingOnceItHasEnded() {
    assertEquals(new ProcessEntry.Use(0, 0, 0, 0, 0), new ProcessEntry(proc.resolve("8")).use());
  }

  @Test
  void readsThisVeryProcess() {
    ProcessEntry.Use use = new ProcessEntry(Path.of("/proc/self")).use();
    assertTrue(use.memory() > 1 << 20 && use.threads() > 1, use.toString());
  }
}
