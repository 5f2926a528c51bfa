package dev.bawn.launcher.patch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.launcher.review.Layers;
import dev.bawn.launcher.review.Overlaid;
import dev.bawn.launcher.review.Reviewed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The parts of a change that can be selected alone. */
class FileDiffTest {

  @TempDir Path directory;
  private Overlaid session;

  @BeforeEach
  void aProject() throws IOException {
    session = new Overlaid(directory);
  }

  private FileDiff diff() throws IOException {
    try (Layers layers = session.layers()) {
      return FileDiff.of(layers, Reviewed.all(layers, layers.changes()).getFirst());
    }
  }

  private FileDiff diff(String before, String after) throws IOException {
    session.had("f", before).wrote("f", after);
    return diff();
  }

  private static String numbers() {
    return IntStream.rangeClosed(1, 40).mapToObj(i -> i + "\n").collect(Collectors.joining());
  }

  private static String text(byte[] content) {
    return new String(content, StandardCharsets.UTF_8);
  }

  @Test
  void each_hunk_can_be_taken_without_the_others() throws IOException {
    String before = numbers();
    FileDiff diff = diff(before, before.replace("\n3\n", "\nthree\n").replace("\n30\n", "\n"));
    assertEquals(2, diff.hunks().size());
    assertTrue(diff.isDivisible());
    assertEquals(1, diff.added());
    assertEquals(2, diff.removed());
    assertEquals(before.replace("\n3\n", "\nthree\n"), text(diff.with(each -> each == 0)));
    assertEquals(before.replace("\n30\n", "\n"), text(diff.with(each -> each == 1)));
    assertEquals(before, text(diff.with(_ -> false)));
    assertEquals("@@ -1,6 +1,6 @@", diff.hunks().getFirst().lines().getFirst());
  }

  @Test
  void all_hunks_together_give_what_the_session_has() throws IOException {
    Random random = new Random(7);
    for (int round = 0; round < 60; round++) {
      byte[] before = bytes(random);
      byte[] after = bytes(random);
      Files.write(session.project.resolve("f"), before);
      Files.write(session.upper.resolve("f"), after);
      if (List.of(before).equals(List.of(after)) || text(before).equals(text(after))) {
        continue;
      }
      FileDiff diff = diff();
      assertArrayEquals(after, diff.with(_ -> true), "round " + round);
      assertArrayEquals(before, diff.with(_ -> false), "round " + round);
      assertArrayEquals(after, diff.content().orElseThrow());
    }
  }

  /** Returns lines of few letters, some not UTF-8, sometimes without a final line break. */
  private static byte[] bytes(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(40); i > 0; i--) {
      text.append("ab@-+ \\\u00e9".charAt(random.nextInt(8))).append('\n');
    }
    text.append(random.nextBoolean() ? "x" : "");
    return text.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  @Test
  void a_new_file_and_a_removed_one_are_taken_as_a_whole() throws IOException {
    session.wrote("f", numbers());
    assertFalse(diff().isDivisible());
    assertEquals(40, diff().added());
  }

  @Test
  void what_is_no_text_has_a_note_and_no_hunks() throws IOException {
    FileDiff diff = diff("a", "b\0");
    assertEquals("the content is not text", diff.note());
    assertEquals(List.of(), diff.hunks());
    session.wrote("f", "x".repeat(2 << 20));
    assertEquals("it is larger than 1 MiB", diff().note());
    assertTrue(diff().content().isEmpty());
  }

  @Test
  void no_line_can_steer_a_terminal() throws IOException {
    FileDiff diff = diff("a\n", "\u001b[2J\u202eb\tc\r\n");
    assertEquals(
        List.of("@@ -1,1 +1,1 @@", "-a", "+^[[2J<U+202E>b\tc^M"), diff.hunks().getFirst().lines());
  }
}
