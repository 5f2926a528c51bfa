package dev.bawn.launcher.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bawn.contract.failure.Refused;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The limits of a git process. */
class GitProcessTest {

  private static final byte[] PART = new byte[1 << 16];

  /** A command that reads slowly, as {@code git index-pack} reads a pack of large objects. */
  private static GitProcess reader(String work) throws IOException {
    return GitProcess.watched(
        new ProcessBuilder(
                List.of("perl", "-e", "while (sysread STDIN, $_, 65536) { " + work + " }"))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD),
        Duration.ofMillis(400),
        Duration.ofSeconds(2));
  }

  @Test
  void a_process_that_reads_its_input_slowly_ends_after_the_limit() throws IOException {
    try (GitProcess slow = reader("1 for 1 .. 3_000_000")) {
      OutputStream to = slow.input();
      assertThrows(
          Refused.class,
          () -> {
            for (int part = 0; part < 200; part++) {
              to.write(PART);
            }
          });
    }
  }

  @Test
  void a_process_may_wait_for_its_caller_longer() throws Exception {
    try (GitProcess fast = reader("1");
        OutputStream to = fast.input()) {
      for (int part = 0; part < 5; part++) {
        to.write(PART);
        Thread.sleep(600);
      }
      assertEquals(0, fast.await());
    }
  }

  @Test
  void a_process_ends_when_the_thread_that_reads_from_it_is_interrupted() throws Exception {
    try (GitProcess silent =
        GitProcess.watched(
            new ProcessBuilder("sleep", "100"), Duration.ofMinutes(1), Duration.ofMinutes(1))) {
      Exception[] thrown = new Exception[1];
      Thread reading =
          Thread.ofPlatform()
              .start(() -> {
                try {
                  silent.output().read();
                } catch (IOException e) {
                  thrown[0] = e;
                }
              });
      reading.interrupt();
      reading.join(Duration.ofSeconds(50));
      assertInstanceOf(InterruptedIOException.class, thrown[0]);
    }
  }
}
