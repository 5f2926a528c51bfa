package dev.bawn.admin.mirror;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bawn.contract.agent.ProjectId;
import dev.bawn.contract.layout.SystemLayout;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The recorded list of a mirror, and the conditions for not masking the next list again. */
final class ListRecordsTest {

  private static final byte[] LIST =
      "22 8:1\nf 1 2.0 3.0 4/a\0m 1 2.0 3.0 5/b\0".getBytes(StandardCharsets.UTF_8);
  private static final List<String> MASKS = List.of("*.sqlite", "café/");

  @TempDir private Path root;
  private ListRecords records;

  @BeforeEach
  void directories() throws IOException {
    SystemLayout layout = new SystemLayout(root);
    Files.createDirectories(layout.mirrors());
    records = new ListRecords(layout, ProjectId.of("app"));
  }

  private void keep(List<String> masks, boolean remembersMasks) throws IOException {
    try (ListRecords.Whole record = records.whole(masks)) {
      record.write(LIST, 0, LIST.length);
      if (!remembersMasks) {
        record.forgetMasks();
      }
      record.complete();
      record.keep();
    }
  }

  /** Tells whether an equal list is accepted with the recorded masks. */
  private boolean isSame(List<String> masks) throws IOException {
    try (ListRecords.Whole record = records.whole(masks);
        ListComparison comparison = record.comparison(OutputStream.nullOutputStream())) {
      byte[] list = new String(LIST, StandardCharsets.UTF_8).replace("m 1", "f 1").getBytes();
      comparison.write(list, 0, list.length);
      comparison.end();
      return comparison.isSame();
    }
  }

  private String told() throws IOException {
    ByteArrayOutputStream receiver = new ByteArrayOutputStream();
    try (ListRecords.Whole record = records.whole(List.of())) {
      record.tell(receiver);
    }
    return receiver.toString(StandardCharsets.UTF_8);
  }

  @Test
  void a_list_of_the_same_masks_is_the_same() throws IOException {
    for (List<String> masks : List.of(List.<String>of(), MASKS)) {
      keep(masks, true);
      assertEquals(true, isSame(masks));
    }
  }

  @Test
  void a_list_of_other_masks_is_another() throws IOException {
    keep(MASKS, true);
    assertEquals(false, isSame(List.of()));
    assertEquals(false, isSame(List.of("*.sqlite")));
    assertEquals(false, isSame(List.of("*.sqlite", "cafe/")));
    keep(List.of(), true);
    assertEquals(false, isSame(MASKS));
  }

  @Test
  void a_list_whose_masks_are_forgotten_is_masked_again() throws IOException {
    keep(MASKS, false);
    assertEquals(false, isSame(MASKS));
    keep(MASKS, true);
    assertEquals(true, isSame(MASKS));
  }

  @Test
  void a_new_mirror_is_in_line_with_no_list_until_one_is_kept() throws IOException {
    keep(List.of(), true);
    records.startAnew();
    assertEquals("0\n", told());
    assertEquals(false, isSame(List.of()));
    assertEquals(Set.of("1 2.0 5"), records.whole(List.of()).masked());
    keep(List.of(), true);
    assertEquals(true, isSame(List.of()));
    assertEquals(true, told().contains("f 1 2.0 3.0 4/a"));
  }
}
