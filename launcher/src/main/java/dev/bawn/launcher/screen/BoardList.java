package dev.bawn.launcher.screen;

import dev.bawn.launcher.screen.BoardSession.Urgency;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The sessions of the board: filtered and sorted, one of them selected. */
final class BoardList {

  /** The columns by which the sessions can be sorted. */
  enum Order {
    STATUS(Comparator.comparing(BoardSession::urgency)),
    NAME((_, _) -> 0),
    TIME(
        Comparator.comparing(
            BoardSession::last,
            Comparator.comparing(last -> last.orElse(Instant.MIN), Comparator.reverseOrder()))),
    CPU(Comparator.comparingDouble((BoardSession each) -> -each.processor().orElse(-1))),
    MEMORY(Comparator.comparingLong((BoardSession each) -> -each.memory().orElse(-1)));

    private final Comparator<BoardSession> comparator;

    Order(Comparator<BoardSession> comparator) {
      this.comparator = comparator;
    }

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private List<BoardSession> all = List.of();
  private List<BoardSession> shown = List.of();
  private Order order = Order.STATUS;
  private String filter = "";
  private String selected = "";
  private int cursor;

  /**
   * Replaces all sessions. The selected session stays selected, in whatever line it is now.
   *
   * @param sessions sorted by name
   */
  void set(List<BoardSession> sessions) {
    all = List.copyOf(sessions);
    arrange();
  }

  private void arrange() {
    shown = all.stream().filter(this::matches).sorted(order.comparator).toList();
    int at = shown.stream().map(BoardSession::name).toList().indexOf(selected);
    select(at < 0 ? cursor : at);
  }

  private boolean matches(BoardSession session) {
    return Stream.of(
            session.name(), session.status(), session.tool(), session.project(), session.tags())
        .anyMatch(text -> text.toLowerCase(Locale.ROOT).contains(filter.toLowerCase(Locale.ROOT)));
  }

  /** Shows only sessions that have a text in one of their columns. */
  void filter(String text) {
    filter = text;
    arrange();
  }

  String filter() {
    return filter;
  }

  /** Sorts by the next column. */
  Order reorder() {
    order = Order.values()[(order.ordinal() + 1) % Order.values().length];
    arrange();
    return order;
  }

  /** Selects a line, or the nearest existing one. */
  void select(int row) {
    cursor = Math.clamp(row, 0, Math.max(0, shown.size() - 1));
    selected = selected().map(BoardSession::name).orElse(selected);
  }

  int cursor() {
    return cursor;
  }

  /** The sessions that pass the filter, in their order. */
  List<BoardSession> shown() {
    return shown;
  }

  Optional<BoardSession> selected() {
    return shown.isEmpty() ? Optional.empty() : Optional.of(shown.get(cursor));
  }

  /**
   * The number of sessions by urgency: {@code 2 sessions: 1 waits, 1 works}; then the filter and
   * the order, if they are not the default.
   */
  String title() {
    StringBuilder title = new StringBuilder();
    title.append(all.size()).append(all.size() == 1 ? " session" : " sessions");
    String before = ": ";
    for (Urgency urgency : Urgency.values()) {
      long count = all.stream().filter(each -> each.urgency() == urgency).count();
      if (count > 0) {
        title.append(before).append(count).append(' ').append(word(urgency));
        before = ", ";
      }
    }
    if (shown.size() < all.size()) {
      title.append("; ").append(shown.size()).append(" shown");
    }
    if (order != Order.STATUS) {
      title.append("; by ").append(order.word());
    }
    return title.toString();
  }

  private static String word(Urgency urgency) {
    return switch (urgency) {
      case WAITS -> "waiting";
      case IDLE -> "idle";
      case WORKS -> "running";
      case PAUSED -> "paused";
      case FAILED -> "failed, interrupted or damaged";
      case ENDED -> "ended or prepared";
    };
  }
}
