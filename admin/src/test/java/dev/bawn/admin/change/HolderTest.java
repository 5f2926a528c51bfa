package dev.bawn.admin.change;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The holder of a lock is reported by its PID, so that the user can end it. */
final class HolderTest {

  private static final Path FILE = Path.of("/var/lib/bawn/mirrors/.lock-app");

  @TempDir private Path proc;

  @BeforeEach
  void two_processes_have_a_lock() throws IOException {
    Files.writeString(
        proc.resolve("locks"),
        """
        1: FLOCK  ADVISORY  WRITE 12 08:01:77 0 EOF
        2: POSIX  ADVISORY  WRITE 13 08:01:78 0 EOF
        2: -> POSIX  ADVISORY  WRITE 15 08:01:78 0 EOF
        3: POSIX  ADVISORY  WRITE 14 08:01:79 0 EOF
        4: OFDLCK ADVISORY  READ  -1 00:05:80 0 EOF
        """);
    process("12", "S (sleeping)", FILE);
    process("13", "S (sleeping)", Path.of("/elsewhere"));
    process("15", "S (sleeping)", FILE);
  }

  private void process(String pid, String state, Path open) throws IOException {
    Path process = Files.createDirectories(proc.resolve(pid + "/fd")).getParent();
    Files.writeString(
        process.resolve("status"), "Name:\tx\nState:\t" + state + "\nTgid:\t" + pid + "\n");
    Files.createSymbolicLink(process.resolve("fd/4"), open);
  }

  @Test
  void it_is_the_one_that_has_a_lock_and_that_file() throws IOException {
    process("14", "S (sleeping)", FILE);
    Holder holder = Holder.of(FILE, proc).orElseThrow();
    assertEquals(new Holder("14", false), holder);
    assertEquals("process 14", holder.text());
    assertEquals("try again when it has finished, or end it: sudo kill -KILL 14", holder.hint());
  }

  @Test
  void one_that_somebody_stopped_is_let_go_on() throws IOException {
    process("14", "T (stopped)", FILE);
    Holder holder = Holder.of(FILE, proc).orElseThrow();
    assertEquals("process 14, which is stopped", holder.text());
    assertEquals("let it go on: sudo kill -CONT 14; or end it: sudo kill -KILL 14", holder.hint());
  }

  @Test
  void where_nobody_has_that_file_nobody_is_named() throws IOException {
    assertEquals(Optional.empty(), Holder.of(FILE, proc));
    Files.delete(proc.resolve("locks"));
    assertEquals(Optional.empty(), Holder.of(FILE, proc));
  }
}
