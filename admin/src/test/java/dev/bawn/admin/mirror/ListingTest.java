package dev.bawn.admin.mirror;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.admin.agent.Mirrors.Names;
import dev.bawn.contract.world.Fuzz;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the owner's child says is shown, counted and otherwise not believed. */
final class ListingTest {

  @Test
  void the_directory_that_was_listed_is_told() {
    assertEquals("8:42", Listing.read(1, "at\0root 8:42\0").root());
  }

  @Test
  void the_first_eight_names_are_shown_and_the_others_counted() {
    StringBuilder records = new StringBuilder();
    for (int i = 0; i < 12; i++) {
      records.append("masked f").append(i).append('\0');
    }
    Names masked = Listing.read(0, records + "count masked 300\0").masked();
    assertEquals(List.of("f0", "f1", "f2", "f3", "f4", "f5", "f6", "f7"), masked.shown());
    assertEquals(292, masked.more());
    assertEquals("f0 f1 f2 f3 f4 f5 f6 f7 and 292 more", masked.text());
  }

  @Test
  void a_name_cannot_write_to_the_terminal() {
    Names masked = Listing.read(0, "masked .env\u001b[2J\nroot\0").masked();
    assertEquals(List.of(".env?[2J?root"), masked.shown());
  }

  @Test
  void a_count_that_is_none_is_not_believed() {
    for (String count : List.of("-5", "99999999999", "x", "")) {
      Names names = Listing.read(0, "unreadable a\0count unreadable " + count + "\0").unreadable();
      assertEquals(0, names.more(), count);
    }
  }

  @Test
  void a_child_that_says_nothing_has_listed_nothing() {
    Listing listing = Listing.read(0, "");
    assertEquals("", listing.root());
    assertEquals("", listing.masked().text());
  }

  @Test
  void whatever_a_child_says_is_heard_and_cannot_write_to_the_terminal() throws Exception {
    Fuzz.of("file list", "at\0root 8:42\0masked a\0masked b c\0count masked 300\0unreadable d\0")
        .neverStops(bytes -> {
          Listing listing = Listing.read(1, new String(bytes, StandardCharsets.UTF_8));
          for (Names names : List.of(listing.masked(), listing.unreadable())) {
            assertTrue(names.text().chars().noneMatch(c -> c < ' ' || c == 0x7F));
          }
        });
  }

  @Test
  void whatever_a_receiver_says_is_heard() throws Exception {
    Fuzz.of("transfer", "done 12 3")
        .neverStops(bytes -> Transfer.read(new String(bytes, StandardCharsets.UTF_8)));
  }
}
