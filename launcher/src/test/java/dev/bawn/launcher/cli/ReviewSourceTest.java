package dev.bawn.launcher.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.launcher.merge.Conflict;
import dev.bawn.launcher.merge.ReviewedVersion;
import dev.bawn.launcher.record.SessionName;
import dev.bawn.launcher.review.Layers;
import dev.bawn.launcher.review.Overlaid;
import dev.bawn.launcher.review.Reviewed;
import dev.bawn.launcher.screen.Source;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A review displays the same content that it hashes, also while a session changes the file. */
@Tag("slow")
@Timeout(120)
class ReviewSourceTest {

  private static final int LOOKS = 3000;
  // each inspection starts git: a slow machine does fewer
  private static final Duration LONGEST = Duration.ofSeconds(15);
  // both differ in one byte, so no reading contains a part of each
  private static final String GOOD = "wood";
  private static final String EVIL = "food";
  private static final String TEXT = "1\n2\n3\n4\n5\n6\n7\n8\n9\n" + GOOD + "\n";

  @TempDir Path directory;

  @Test
  void a_moved_file_is_read_once() throws IOException {
    Overlaid session = new Overlaid(directory).had("old", TEXT).wrote("new", TEXT).removed("old");
    try (Layers layers = session.layers();
        Flipping _ = new Flipping(session.upper.resolve("new"))) {
      repeat(() -> requireOneReading(look(layers, "new")));
    }
  }

  @Test
  void a_file_in_conflict_is_read_once() throws IOException {
    Overlaid session = new Overlaid(directory).had("file", TEXT);
    session.others("git init -q && git add .").begins();
    session.wrote("file", TEXT.replace("1", "mine")).others("sed -i s/^1$/theirs/ file");
    try (Layers layers = session.layers();
        Flipping _ = new Flipping(session.upper.resolve("file"))) {
      repeat(() -> {
        Source.Inspected read = look(layers, "file");
        requireOneReading(read);
        String sessions =
            new String(
                ((Conflict.Lines) read.conflict().orElseThrow()).sessions(),
                StandardCharsets.UTF_8);
        assertEquals(shown(read).contains(EVIL), sessions.contains(EVIL));
      });
    }
  }

  @Test
  void a_file_of_any_size_delays_no_review() throws IOException {
    Overlaid session = new Overlaid(directory).wrote("file", TEXT);
    try (RandomAccessFile sparse =
            new RandomAccessFile(session.upper.resolve("file").toFile(), "rw");
        Layers layers = session.layers()) {
      ReviewedVersion seen = ReviewedVersion.of(layers, layers.changes().getFirst());
      sparse.setLength(7L << 40);
      FileSystemException refused =
          assertThrows(FileSystemException.class, () -> look(layers, "file"));
      assertEquals("it is larger than 1 GiB", refused.getReason());
      assertFalse(seen.isStill(layers, layers.changes().getFirst()));
    }
  }

  @Test
  void what_others_removed_or_replaced_is_shown_with_what_the_session_has() throws IOException {
    Overlaid session =
        new Overlaid(directory).had("gone", TEXT).had("link", TEXT).had("directory", TEXT);
    session.others("git init -q && git add .").begins();
    for (String each : List.of("gone", "link", "directory")) {
      session.wrote(each, TEXT.replace("1", "mine"));
    }
    session.others("rm gone; ln -sf gone link; rm directory; mkdir directory");
    try (Layers layers = session.layers()) {
      assertEquals(Optional.of(new Conflict.Removed()), look(layers, "gone").conflict());
      assertInstanceOf(Conflict.Whole.class, look(layers, "link").conflict().orElseThrow());
      assertEquals(Optional.empty(), look(layers, "directory").conflict());
    }
  }

  private interface Look {
    void run() throws IOException;
  }

  private static void repeat(Look look) throws IOException {
    long end = System.nanoTime() + LONGEST.toNanos();
    for (int i = 0; i < LOOKS && System.nanoTime() < end; i++) {
      look.run();
    }
  }

  private static Source.Inspected look(Layers layers, String path) throws IOException {
    Reviewed reviewed =
        Reviewed.all(layers, layers.changes()).stream()
            .filter(each -> each.change().path().shown().equals(path))
            .findFirst()
            .orElseThrow();
    return new ReviewSource(null, SessionName.of("work"), null, null, layers, 0).inspect(reviewed);
  }

  /** Requires that the hash is that of the text with the last line of the diff. */
  private static void requireOneReading(Source.Inspected read) {
    String text = shown(read).contains(EVIL) ? TEXT.replace(GOOD, EVIL) : TEXT;
    List<ReviewedVersion> expected =
        List.of(
            ReviewedVersion.of(text.getBytes(StandardCharsets.UTF_8)),
            ReviewedVersion.of(text.replace("1", "mine").getBytes(StandardCharsets.UTF_8)));
    String seen = read.seen().text();
    String hash = seen.substring(seen.lastIndexOf(':'));
    assertTrue(expected.stream().anyMatch(each -> each.text().endsWith(hash)), shown(read));
  }

  private static String shown(Source.Inspected read) {
    StringBuilder text = new StringBuilder();
    read.diff().hunks().forEach(hunk -> hunk.lines().forEach(text::append));
    return text.toString();
  }

  /** Exchanges the last line all the time and leaves all times unchanged, by a mapped file. */
  private static final class Flipping implements AutoCloseable {

    private final Thread thread;

    Flipping(Path file) throws IOException {
      MappedByteBuffer text;
      try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
        text = open.getChannel().map(MapMode.READ_WRITE, 0, open.length());
      }
      int at = text.capacity() - GOOD.length() - 1;
      thread =
          new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
              text.put(at, (byte) EVIL.charAt(0));
              Thread.onSpinWait();
              text.put(at, (byte) GOOD.charAt(0));
            }
          });
      thread.start();
    }

    @Override
    public void close() {
      thread.interrupt();
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
