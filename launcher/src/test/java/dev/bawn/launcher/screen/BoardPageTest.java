package dev.bawn.launcher.screen;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.launcher.screen.BoardSession.Urgency;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class BoardPageTest {

  private static String heads(String tags) {
    BoardList list = new BoardList();
    list.set(
        List.of(
            new BoardSession(
                "one",
                "running",
                Urgency.WORKS,
                "claude",
                "/home/alice/app",
                tags,
                Optional.of(Instant.EPOCH),
                OptionalDouble.empty(),
                OptionalLong.empty(),
                "3",
                Optional.empty(),
                true,
                true)));
    BoardPage page = new BoardPage(new ScreenLayout(80, 24), new Ink(false));
    return page.draw(new BoardPage.State(list, 0, Instant.EPOCH, List.of(), List.of(), ""))
        .get(1)
        .toString();
  }

  @Test
  void short_tags_leave_room_for_the_name_of_their_column() {
    assertTrue(heads("k=v").contains(" TAGS"), heads("k=v"));
    assertTrue(heads("issue=7").contains(" TAGS"), heads("issue=7"));
  }

  @Test
  void without_tags_there_is_no_column() {
    assertFalse(heads("").contains("TAGS"), heads(""));
  }
}
