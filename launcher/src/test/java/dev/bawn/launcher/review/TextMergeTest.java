package dev.bawn.launcher.review;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextMergeTest {

  /** Returns lines of one letter each. */
  private static byte[] lines(String letters) {
    return String.join("\n", letters.split("")).concat("\n").getBytes(UTF_8);
  }

  @ParameterizedTest(name = "{0}: {1} and {2}")
  @CsvSource({
    // the same lines, also as a part of a larger change
    "abcdefgh, abXdefgh, abYdefgh, true",
    "abcdefgh, abXdefgh, aYXdefgh, true",
    "abcdefgh, abdefgh, abYdefgh, true",
    "abcdefgh, abcXdefgh, abcdefgh, false",
    "abcdefgh, abcXdefgh, abcXdefgh, true",
    "abcdefgh, abcXdefgh, abcYdefgh, true",
    // lines beside them, and far away
    "abcdefgh, abXdefgh, aYcdefgh, false",
    "abcdefgh, abXdefgh, abcdefgY, false",
    "abcdefgh, abcdefgh, abcdefgY, false",
  })
  void changes_of_the_same_lines(String before, String one, String other, boolean same) {
    assertEquals(same, TextMerge.touchSameLines(lines(before), lines(one), lines(other)));
  }

  @Test
  void what_is_no_text_is_taken_for_the_same() {
    byte[] binary = {1, 0, 2};
    assertTrue(TextMerge.touchSameLines(lines("a"), lines("a"), binary));
  }

  @Test
  void a_session_began_with_a_passing_version_if_its_text_is_nearer_to_that() {
    assertTrue(isOfPassing("a\nEXPERIMENT\nc\nd\n", "a\nEXPERIMENT\nc\nagent\n"));
    assertFalse(isOfPassing("a\nEXPERIMENT\nc\nd\n", "a\nb\nc\nagent\n"));
    // the project still has what the passing version changed
    assertFalse(isOfPassing("later\nb\nc\nd\n", "later\nb\nc\nagent\n"));
  }

  @ParameterizedTest(name = "{0}: {1} and {2}")
  @CsvSource({
    "a/b, a/b/, X/a/b, X/a/b/",
    "a/b/, X/a/b/, a/b, X/a/b",
    "b/b, b/, a/b/, a/b/",
    "br/a, cr/br/, br/, cr/br/",
  })
  void a_merge_keeps_the_last_line_end_of_the_side_that_changed_it(
      String base, String project, String session, String merged) throws IOException {
    TextMerge result =
        TextMerge.of(text(base), text(project), text(session), "session").orElseThrow();
    assertFalse(result.hasConflicts());
    assertArrayEquals(text(merged), result.content());
    assertArrayEquals(text(merged), TextMerge.sessions(text(base), text(project), text(session)));
  }

  /** Returns a text with line ends in place of slashes, and carriage returns in place of r. */
  private static byte[] text(String letters) {
    return letters.replace('/', '\n').replace('r', '\r').getBytes(UTF_8);
  }

  private static boolean isOfPassing(String passing, String session) {
    return TextMerge.isOfPassing(
        passing.getBytes(UTF_8),
        "a\nb\nc\nd\n".getBytes(UTF_8),
        "later\nb\nc\nd\n".getBytes(UTF_8),
        session.getBytes(UTF_8));
  }
}
