package dev.bawn.launcher.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.failure.Failure;
import dev.bawn.contract.failure.Refused;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** One session with a slow count neither hides the others nor delays a list for long. */
class LimitedCountsTest {

  @Test
  void a_slow_count_is_left_out_and_interrupted() throws InterruptedException {
    CountDownLatch interrupted = new CountDownLatch(1);
    Map<String, Integer> counts =
        LimitedCounts.of(
            List.of("slow", "one", "two"),
            each -> {
              if (each.equals("slow")) {
                try {
                  Thread.sleep(Duration.ofMinutes(1));
                } catch (InterruptedException e) {
                  interrupted.countDown();
                }
              }
              return each.length();
            },
            Duration.ofSeconds(2));
    assertEquals(Map.of("one", 3, "two", 3), counts);
    assertTrue(interrupted.await(10, TimeUnit.SECONDS));
  }

  @Test
  void without_sessions_nothing_is_counted() {
    assertEquals(Map.of(), LimitedCounts.of(Map.of(), each -> each));
  }

  @Test
  void a_failure_of_a_count_is_thrown() {
    List<String> sessions = new ArrayList<>(List.of("a"));
    assertThrows(
        Failure.class,
        () ->
            LimitedCounts.of(
                sessions,
                each -> {
                  throw new Refused("refused", "hint");
                },
                LimitedCounts.MOST));
  }
}
