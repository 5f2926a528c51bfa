package dev.bawn.launcher.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.failure.WrongUsage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TagTest {

  @Test
  void splitsAtTheFirstEqualsSign() {
    assertEquals(new Tag("issue", "a=b ü"), Tag.of("issue=a=b ü"));
    assertEquals(new Tag("empty", ""), Tag.of("empty="));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "=", "=x", "novalue", "a b=c", "-t=x", "a=\u001b[31m", "a=b\nc", "a=\u202e"})
  void refusesWhatIsNoTag(String text) {
    assertThrows(WrongUsage.class, () -> Tag.of(text));
    assertTrue(Tag.read(text).isEmpty());
  }

  @Test
  void refusesKeysAndValuesOfMoreThan63Characters() {
    assertEquals(63, Tag.of("k".repeat(63) + "=" + "v".repeat(63)).key().length());
    assertTrue(Tag.read("k".repeat(64) + "=v").isEmpty());
    assertTrue(Tag.read("k=" + "v".repeat(64)).isEmpty());
  }
}
