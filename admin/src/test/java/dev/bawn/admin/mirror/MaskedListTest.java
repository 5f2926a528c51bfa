package dev.bawn.admin.mirror;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.contract.mask.MaskCases;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Masks names in a list of a project while it arrives. */
final class MaskedListTest {

  /** The part of a record between its kind and its name. */
  private static final String STAMP = " 12 1795269997.6609920000/";

  private final ByteArrayOutputStream passed = new ByteArrayOutputStream();
  private final ByteArrayOutputStream recorded = new ByteArrayOutputStream();
  private final Set<String> before = new HashSet<>();

  @TempDir Path directory;

  private MaskedList list(String... patterns) {
    return new MaskedList(MirrorMasks.of(List.of(patterns)), () -> before, recorded, passed);
  }

  private static byte[] text(String... records) {
    return ("999 8:1\n" + String.join("\0", records) + "\0").getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the records that a reader accepts: those with a slash. */
  private List<String> left() {
    String all = passed.toString(StandardCharsets.UTF_8);
    assertTrue(all.startsWith("999 8:1\n"), all);
    return List.of(all.substring(all.indexOf('\n') + 1).split("\0")).stream()
        .filter(record -> record.contains("/"))
        .toList();
  }

  @Test
  void a_mirror_masks_what_the_table_says() throws IOException {
    for (MaskCases.Case each : MaskCases.all()) {
      passed.reset();
      MaskedList list = list(each.patterns().toArray(String[]::new));
      String record = "f" + STAMP + each.path();
      list.write(text(record));
      assertEquals(each.isMasked() ? List.of() : List.of(record), left(), each.toString());
      assertEquals(each.isMasked() ? 0 : 1, list.files(), each.toString());
    }
  }

  @Test
  void a_file_that_was_masked_stays_so_under_its_other_names() throws IOException {
    Path file = directory.resolve("list");
    list()
        .write(
            text(
                "w 3 5.1 9:77 77/.env",
                "w 3 5.1 9:77 77/copy",
                "n 9:77/copy",
                "f 3 5.1 6.0 77/copy",
                "f 4 5.2 6.0 78~123/b/.env",
                "f 4 5.2 6.0 79/b/m 1 2 3/.x"));
    assertEquals(List.of("f 4 5.2 6.0 79/b/m 1 2 3/.x"), left());
    Files.write(file, recorded.toByteArray());
    assertEquals(Set.of("3 5.1 77", "h 4 5.2 78", "h 4 5.2 78 6.0"), MaskedFiles.in(file));
    before.addAll(MaskedFiles.in(file));
    passed.reset();
    MaskedList next = list();
    next.write(
        text("f 3 5.1 7.0 77/copy", "f 4 5.2 7.0 78/renamed", "f 4 5.2 6.0 78/of a renamed tree"));
    assertEquals(List.of("f 4 5.2 6.0 78/of a renamed tree"), left());
    assertEquals(List.of("copy", "renamed"), next.masked().shown());
    assertEquals(Set.of(), MaskedFiles.in(directory.resolve("none")));
  }

  @Test
  void the_length_of_a_list_stays_wherever_it_is_cut() throws IOException {
    byte[] text = text("f" + STAMP + "a", "l" + STAMP + ".env", "s/.env", "x" + STAMP + "é/.env");
    for (int size = 1; size < text.length; size++) {
      passed.reset();
      MaskedList list = list();
      for (int at = 0; at < text.length; at += size) {
        list.write(text, at, Math.min(size, text.length - at));
      }
      assertEquals(text.length, passed.size());
      assertEquals(List.of("f" + STAMP + "a", "s/.env"), left());
      assertEquals(1, list.files());
      assertEquals(List.of(".env", "é/.env"), list.masked().shown());
    }
  }

  @Test
  void a_masked_file_is_taken_out_under_its_other_names_as_well() throws IOException {
    MaskedList list = list();
    list.write(
        text(
            "w 3 5.1 8:1 7/secrets/token",
            "w 3 5.1 8:1 7/notes",
            "w 3 5.1 8:2 7/pair",
            "w 3 5.1 8:2 7/pair2",
            "n 8:1/notes",
            "n 8:2/pair",
            "f" + STAMP + "notes",
            "f" + STAMP + "pair"));
    assertEquals(List.of("f" + STAMP + "pair"), left());
    assertEquals(List.of("notes"), list.masked().shown());
    assertEquals(1, list.files());
  }

  @Test
  void bytes_that_are_no_text_do_not_hide_a_name() throws IOException {
    byte[] record = {
      '9', '\n', 'f', ' ', '1', ' ', '2', '/', (byte) 0xff, (byte) 0xc3, '/', '.', 'e', 'n', 'v', 0
    };
    list().write(record);
    byte[] blank = record.clone();
    Arrays.fill(blank, 2, blank.length - 1, (byte) ' ');
    assertArrayEquals(blank, passed.toByteArray());
  }

  @Test
  void the_first_eight_names_are_shown_and_the_others_counted() throws IOException {
    MaskedList list = list("x*");
    String[] records = new String[12];
    for (int i = 0; i < records.length; i++) {
      records[i] = "f" + STAMP + "x" + i + "\u001b[2J";
    }
    list.write(text(records));
    assertEquals(8, list.masked().shown().size());
    assertEquals("x0?[2J", list.masked().shown().getFirst());
    assertEquals(4, list.masked().more());
    assertEquals(List.of(), list.idle());
  }

  @Test
  void a_mask_that_takes_out_nothing_is_idle() throws IOException {
    MaskedList list = list("*.sqlite", "a");
    list.write(text("f" + STAMP + "a"));
    assertEquals(List.of("*.sqlite"), list.idle());
  }

  @Test
  void a_pattern_that_is_none_is_refused_without_its_control_characters() {
    WrongUsage refusal =
        assertThrows(WrongUsage.class, () -> MirrorMasks.of(List.of("a\u001b[31m")));
    assertTrue(refusal.what().contains("cannot be a mask: "), refusal.what());
    assertFalse(refusal.what().contains("\u001b"));
  }
}
