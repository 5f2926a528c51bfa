package dev.bawn.admin.change;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A command waits 30 seconds for each process that holds a lock. */
final class LockPatienceTest {

  private static final long BEGUN = -7;

  private final List<String> asked = new ArrayList<>();

  @Test
  void one_holder_is_too_slow_after_thirty_seconds() {
    LockPatience patience = new LockPatience(BEGUN, holder("1"));
    assertFalse(isOver(patience, 30, "1"));
    assertEquals(List.of(), asked);
    assertTrue(isOver(patience, 31, "1"));
  }

  @Test
  void each_holder_gets_thirty_seconds() {
    LockPatience patience = new LockPatience(BEGUN, holder("1"));
    assertFalse(isOver(patience, 31, "2"));
    assertFalse(isOver(patience, 61, "2"));
    assertFalse(isOver(patience, 62, "3"));
    assertTrue(isOver(patience, 93, "3"));
    assertEquals(List.of("2", "3", "3"), asked);
  }

  @Test
  void a_holder_that_is_never_found_is_too_slow_after_thirty_seconds() {
    LockPatience patience = new LockPatience(BEGUN, Optional.empty());
    assertTrue(patience.isOver(at(31), Optional::empty));
  }

  private boolean isOver(LockPatience patience, long seconds, String pid) {
    return patience.isOver(
        at(seconds),
        () -> {
          asked.add(pid);
          return holder(pid);
        });
  }

  private static long at(long seconds) {
    return BEGUN + Duration.ofSeconds(seconds).toNanos();
  }

  private static Optional<Holder> holder(String pid) {
    return Optional.of(new Holder(pid, false));
  }
}
