package dev.bawn.contract.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bawn.contract.failure.WrongUsage;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SinceTest {

  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-11-21T10:00:00Z"), ZoneOffset.UTC);

  @Test
  void a_span_is_counted_back_from_now() {
    assertEquals("2026-11-21T08:30:00Z", Since.parse("90m", CLOCK).toString());
    assertEquals("2026-11-14T10:00:00Z", Since.parse("7d", CLOCK).toString());
  }

  @Test
  void a_day_begins_at_midnight_in_utc() {
    assertEquals("2026-11-20T00:00:00Z", Since.parse("2026-11-20", CLOCK).toString());
    assertEquals("2026-11-20T03:04:05Z", Since.parse("2026-11-20T03:04:05Z", CLOCK).toString());
  }

  @Test
  void what_is_no_time_is_refused() {
    for (String text : List.of("", "7", "d", "-1d", "7 d", "yesterday", "2026-13-01", "9999999d")) {
      assertThrows(WrongUsage.class, () -> Since.parse(text, CLOCK), text);
    }
  }
}
