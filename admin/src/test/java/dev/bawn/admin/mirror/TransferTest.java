package dev.bawn.admin.mirror;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import org.junit.jupiter.api.Test;

/** The numbers of a receiver's output are parsed; other output is ignored. */
final class TransferTest {

  @Test
  void the_last_line_tells_what_was_done() {
    assertEquals(
        new Transfer(3, 40, new Missing(2, Set.of()), 0),
        Transfer.read("\ndone 3 40 2", "done 3 40 2"));
  }

  @Test
  void a_receiver_that_cannot_count_has_done_something() {
    for (String line :
        new String[] {
          "", "done", "done 3 40", "done -1 2 0", "done 1 9999999999999 0", "no reason"
        }) {
      assertEquals(
          new Transfer(1, 0, new Missing(1, Set.of()), 0), Transfer.read(line, line), line);
    }
  }

  @Test
  void a_file_that_was_replaced_is_not_missing_again_and_more_than_are_told_are() {
    Missing missing =
        Transfer.read("..\nmissing f_1_2_3 a b\n.\ndone 0 0 1", "done 0 0 1").missing();
    assertEquals(new Missing(1, Set.of("f_1_2_3 a b")), missing);
    assertTrue(missing.isAgain(new Missing(2, Set.of("f_1_2_3 a b", "f_2_2_3 c"))));
    assertFalse(missing.isAgain(new Missing(1, Set.of("f_1_2_4 a b"))));
    assertFalse(missing.isAgain(new Missing(9, Set.of("f_1_2_4 a b"))));
    assertTrue(new Missing(9, Set.of("x y")).isAgain(new Missing(9, Set.of("f_1_2_4 a b"))));
  }

  @Test
  void what_has_come_is_a_part_of_what_is_expected_and_never_more_than_all() {
    assertEquals(0, Transfer.percent("...", 1000));
    assertEquals(25, Transfer.percent("...\nexpect 4000\n...", 1000));
    assertEquals(100, Transfer.percent("\nexpect 4000\n", 5000));
    assertEquals(100, Transfer.percent("\nexpect 0\n", 1));
    assertEquals(0, Transfer.percent("\nexpect 9999999999999999999\n", 1));
  }
}
