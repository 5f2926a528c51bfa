package dev.bawn.admin.mirror;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares a list with the recorded one, and passes it on only if they differ. */
final class ListComparisonTest {

  private static final String HEAD = "60 8:1";
  private static final String LIST =
      "w 1 2.0 8:1 7/key\0n 8:1/other\0f 1 2.0 3.0 4/a\0x 1 2.0 3.0 5/.env\0l 1 2.0 3.0 6/b\0";
  private static final String RECORD =
      "m 1 2.0 8:1 7/key\0n 8:1/other\0f 1 2.0 3.0 4/a\0h 1 2.0 3.0 5/.env\0l 1 2.0 3.0 6/b\0";

  private final ByteArrayOutputStream passed = new ByteArrayOutputStream();

  @TempDir Path directory;

  private ListComparison compare(String recorded, String list, int chunk) throws IOException {
    passed.reset();
    Path file = Files.writeString(directory.resolve("list"), recorded);
    ListComparison comparison = new ListComparison(Optional.of(file), "bawn.jar", passed);
    byte[] all = list.getBytes(StandardCharsets.UTF_8);
    for (int at = 0; at < all.length; at += chunk) {
      comparison.write(all, at, Math.min(chunk, all.length - at));
    }
    comparison.end();
    return comparison;
  }

  @Test
  void the_recorded_list_is_the_same_and_passes_nothing_on() throws IOException {
    for (int chunk : new int[] {1, 3, 1000}) {
      ListComparison same = compare(HEAD + " bawn.jar\n" + RECORD, HEAD + "\n" + LIST, chunk);
      assertEquals(true, same.isSame());
      assertEquals("", passed.toString(StandardCharsets.UTF_8));
      assertEquals(2, same.files());
      assertEquals(".env", same.masked().text());
    }
  }

  @Test
  void a_list_that_differs_anywhere_is_passed_on_whole() throws IOException {
    String list = HEAD + "\n" + LIST;
    String record = HEAD + " bawn.jar\n" + RECORD;
    for (int chunk : new int[] {1, 7, 1000}) {
      for (int at = 0; at < list.length(); at++) {
        assertPassedOn(record, list.substring(0, at) + "#" + list.substring(at + 1), chunk);
        assertPassedOn(record, list.substring(0, at) + "#" + list.substring(at), chunk);
        assertPassedOn(record, list.substring(0, at), chunk);
      }
      assertPassedOn(record, list + "f 1 2.0 3.0 9/c\0", chunk);
    }
  }

  @Test
  void a_list_that_other_rules_masked_is_passed_on() throws IOException {
    for (String head : List.of(HEAD, HEAD + " ", HEAD + " other.jar", HEAD + " bawn.jar2", "")) {
      assertPassedOn(head + "\n" + RECORD, HEAD + "\n" + LIST, 5);
    }
    assertPassedOn("", HEAD + "\n" + LIST, 5);
  }

  private void assertPassedOn(String record, String list, int chunk) throws IOException {
    assertEquals(false, compare(record, list, chunk).isSame(), list);
    assertEquals(list, passed.toString(StandardCharsets.UTF_8));
  }
}
