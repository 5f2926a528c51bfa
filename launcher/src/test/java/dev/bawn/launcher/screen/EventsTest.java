package dev.bawn.launcher.screen;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The order of events in a review, and the time of drawing. */
class EventsTest {

  private final Events events = new Events();
  private final List<String> happened = new ArrayList<>();

  @Test
  void a_key_happens_and_is_drawn_before_what_was_read_meanwhile() throws InterruptedException {
    events.add(() -> happened.add("read"));
    events.add(() -> happened.add("read more"));
    events.first(() -> {
      events.await();
      happened.add("key");
    });
    events.happen();
    assertEquals(List.of("key"), happened);
    events.happen();
    assertEquals(List.of("key", "read", "read more"), happened);
  }
}
