package dev.bawn.launcher.screen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class CellsTest {

  private static final String MODIFIER = "\uD83C\uDFFB";

  @Test
  void aModifierOfAnEmojiTakesTwoCells() {
    assertEquals(
        List.of("+" + MODIFIER.repeat(4), " " + MODIFIER.repeat(4), " " + MODIFIER + "end"),
        Cells.wrap("+" + MODIFIER.repeat(9) + "end", 10));
  }

  @Test
  void theEndOfATextThatFitsIsLeft() {
    assertEquals("src/main/java", Cells.cutStart("src/main/java", 13));
    assertEquals("…main/java", Cells.cutStart("src/main/java", 10));
    assertEquals("…字", Cells.cutStart("src/漢字", 4));
  }

  @Test
  void aLongTextIsCutInOnePass() {
    String path = "d/".repeat(200_000);
    assertTimeout(Duration.ofSeconds(5), () -> assertEquals(20, Cells.cutStart(path, 20).length()));
  }
}
