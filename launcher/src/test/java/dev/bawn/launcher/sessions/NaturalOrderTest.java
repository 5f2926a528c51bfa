package dev.bawn.launcher.sessions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The order of session names. */
final class NaturalOrderTest {

  @Test
  void numbers_count_as_numbers_wherever_they_stand() {
    List<String> ordered =
        List.of("a", "a-01", "a-1", "a-2", "a-2b", "a-10", "a-10.9", "a-10.10", "a1", "b");
    List<String> names = new ArrayList<>(ordered);
    for (int round = 0; round < 20; round++) {
      Collections.shuffle(names, new Random(round));
      names.sort(new NaturalOrder());
      assertEquals(ordered, names);
    }
  }

  @Test
  void no_number_is_too_long_and_no_two_names_are_one() {
    NaturalOrder order = new NaturalOrder();
    String nines = "9".repeat(60);
    assertTrue(order.compare("a-" + nines, "a-1" + "0".repeat(60)) < 0);
    assertTrue(order.compare("a-1", "a-01") != 0);
    assertEquals(0, order.compare("a-01", "a-01"));
  }
}
