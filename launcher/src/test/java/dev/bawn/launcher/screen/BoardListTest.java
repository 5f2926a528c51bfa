package dev.bawn.launcher.screen;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bawn.launcher.screen.BoardSession.Urgency;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BoardListTest {

  private final BoardList list = new BoardList();

  private static BoardSession session(String name, Urgency urgency, double cpu) {
    return new BoardSession(
        name,
        urgency == Urgency.WAITS ? "waiting" : "running",
        urgency,
        "claude",
        "/home/alice/" + (name.startsWith("b") ? "shop" : "app"),
        "issue=7",
        Optional.of(Instant.EPOCH.plusSeconds((long) cpu)),
        OptionalDouble.of(cpu),
        OptionalLong.of((long) cpu),
        "3",
        Optional.empty(),
        !name.equals("damaged"),
        true);
  }

  @Test
  void a_damaged_session_is_not_started_again() {
    assertEquals("R starts it again", session("a", Urgency.FAILED, 1).nextStep());
    assertEquals("see: bawn info damaged", session("damaged", Urgency.FAILED, 1).nextStep());
  }

  private List<String> names() {
    return list.shown().stream().map(BoardSession::name).toList();
  }

  private void setThree() {
    list.set(
        List.of(
            session("a", Urgency.ENDED, 1),
            session("b", Urgency.WORKS, 9),
            session("c", Urgency.WAITS, 5)));
  }

  @Test
  void what_waits_for_the_user_comes_first_and_the_title_counts() {
    setThree();
    assertEquals(List.of("c", "b", "a"), names());
    assertEquals("3 sessions: 1 waiting, 1 running, 1 ended or prepared", list.title());
  }

  @Test
  void the_selected_session_stays_selected_where_it_stands_now() {
    setThree();
    list.select(1);
    list.set(
        List.of(
            session("a", Urgency.ENDED, 1),
            session("aa", Urgency.WAITS, 2),
            session("b", Urgency.ENDED, 9),
            session("c", Urgency.WAITS, 5)));
    assertEquals("b", list.selected().orElseThrow().name());
    assertEquals(3, list.cursor());
  }

  @Test
  void the_nearest_one_is_selected_where_it_is_gone() {
    setThree();
    list.select(2);
    list.set(List.of(session("b", Urgency.WORKS, 9), session("c", Urgency.WAITS, 5)));
    assertEquals("b", list.selected().orElseThrow().name());
    list.set(List.of());
    assertEquals(Optional.empty(), list.selected());
    setThree();
    assertEquals("b", list.selected().orElseThrow().name());
  }

  @ParameterizedTest
  @ValueSource(strings = {"SHOP", "b"})
  void a_filter_shows_what_has_the_text_in_a_column(String text) {
    setThree();
    list.filter(text);
    assertEquals(List.of("b"), names());
    assertEquals("3 sessions: 1 waiting, 1 running, 1 ended or prepared; 1 shown", list.title());
    list.filter("issue=8");
    assertEquals(List.of(), names());
    list.filter("");
    assertEquals(3, names().size());
  }

  @Test
  void the_order_goes_round() {
    setThree();
    assertEquals(BoardList.Order.NAME, list.reorder());
    assertEquals(List.of("a", "b", "c"), names());
    assertEquals(BoardList.Order.TIME, list.reorder());
    assertEquals(List.of("b", "c", "a"), names());
    assertEquals(BoardList.Order.CPU, list.reorder());
    assertEquals(List.of("b", "c", "a"), names());
    assertEquals(BoardList.Order.MEMORY, list.reorder());
    assertEquals(BoardList.Order.STATUS, list.reorder());
    assertEquals(List.of("c", "b", "a"), names());
  }
}
