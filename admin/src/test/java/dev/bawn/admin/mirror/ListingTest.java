package dev.bawn.admin.mirror;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.admin.agent.Mirrors.Names;
import dev.bawn.contract.world.Fuzz;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Names in the records of owner-list are displayed and counted; other data is ignored. */
final class ListingTest {

  @Test
  void the_directory_that_was_listed_is_told() {
    assertEquals("8:42", Listing.read("at\0root 8:42\0").root());
  }

  @Test
  void the_first_eight_names_are_shown_and_the_others_counted() {
    StringBuilder records = new StringBuilder();
    for (int i = 0; i < 12; i++) {
      records.append("unreadable f").append(i).append('\0');
    }
    Names unreadable = Listing.read(records + "count unreadable 300\0").unreadable();
    assertEquals(List.of("f0", "f1", "f2", "f3", "f4", "f5", "f6", "f7"), unreadable.shown());
    assertEquals(292, unreadable.more());
    assertEquals("f0 f1 f2 f3 f4 f5 f6 f7 and 292 more", unreadable.text());
  }

  @Test
  void records_without_a_value_are_ignored_and_the_others_limited() {
    assertEquals(List.of("root 8:42"), Listing.all("\0".repeat(9000) + "at\0root 8:42\0"));
    assertEquals(1024, Listing.all("said x\0".repeat(9000)).size());
  }

  @Test
  void a_name_cannot_write_to_the_terminal() {
    Names unreadable = Listing.read("unreadable .env\u001b[2J\nroot\0").unreadable();
    assertEquals(List.of(".env?[2J?root"), unreadable.shown());
  }

  @Test
  void a_count_that_is_none_is_not_believed() {
    for (String count : List.of("-5", "99999999999", "x", "")) {
      Names names = Listing.read("unreadable a\0count unreadable " + count + "\0").unreadable();
      assertEquals(0, names.more(), count);
    }
  }

  @Test
  void a_child_that_says_nothing_has_listed_nothing() {
    Listing listing = Listing.read("");
    assertEquals("", listing.root());
    assertEquals("", listing.unreadable().text());
  }

  @Test
  void whatever_a_child_says_is_heard_and_cannot_write_to_the_terminal() throws Exception {
    Fuzz.of(
            "file list",
            "at\0root 8:42\0unreadable a\0unreadable b c\0count unreadable 300\0unreadable d\0")
        .neverStops(bytes -> {
          Listing listing = Listing.read(new String(bytes, StandardCharsets.UTF_8));
          for (Names names : List.of(listing.unreadable())) {
            assertTrue(names.text().chars().noneMatch(c -> c < ' ' || c == 0x7F));
          }
        });
  }

  @Test
  void whatever_a_receiver_says_is_heard() throws Exception {
    Fuzz.of("transfer", "done 12 3")
        .neverStops(bytes -> {
          String said = new String(bytes, StandardCharsets.UTF_8);
          Transfer.read(said, said);
        });
  }
}
