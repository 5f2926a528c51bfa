package dev.bawn.launcher.record;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads the log of a session that writes at the same time. */
class SessionLogTest {

  @TempDir private Path root;
  private SessionDirectory session;

  @BeforeEach
  void makeLog() throws IOException {
    session = new SessionDirectory(SessionName.of("app-1"), root);
    Files.writeString(root.resolve("log.1"), "older");
    Files.writeString(session.log(), "newer");
  }

  /** Writes a new log, as the relay does when the log is full. */
  private void replace(String text) throws IOException {
    Files.move(session.log(), root.resolve("log.1"), StandardCopyOption.REPLACE_EXISTING);
    Files.writeString(session.log(), text);
  }

  private static String read(SessionLog log, boolean isFollowed) throws IOException {
    return new String(log.read(isFollowed), StandardCharsets.UTF_8);
  }

  @Test
  void a_reader_that_follows_goes_on_with_the_next_file() throws IOException {
    try (SessionLog log = new SessionLog(session)) {
      assertEquals("older", read(log, true));
      assertEquals("newer", read(log, true));
      replace("newest");
      assertEquals("newest", read(log, true));
      assertEquals("", read(log, true));
    }
  }

  @Test
  void a_session_that_always_writes_does_not_keep_a_reader_from_its_end() throws IOException {
    try (SessionLog log = new SessionLog(session)) {
      assertEquals("older", read(log, false));
      assertEquals("newer", read(log, false));
      replace("newest");
      assertEquals("", read(log, false));
    }
  }
}
