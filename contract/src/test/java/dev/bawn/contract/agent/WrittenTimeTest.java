package dev.bawn.contract.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Parses times without the parser of Java. */
class WrittenTimeTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-11-21T18:00:00Z",
        "2026-11-21T18:51:07.452317287Z",
        "2026-11-21T18:51:07.452Z",
        "2024-02-29T23:59:59.000001Z",
        "1970-01-01T00:00:00Z"
      })
  void what_java_writes_is_read_as_java_reads_it(String text) {
    assertEquals(Instant.parse(text), WrittenTime.parse(text));
  }

  @Test
  void every_day_of_eight_centuries_is_counted_as_java_counts_it() {
    LocalDate last = LocalDate.of(2400, 12, 31);
    for (LocalDate day = LocalDate.of(1600, 1, 1); !day.isAfter(last); day = day.plusDays(1)) {
      assertEquals(
          day.toEpochDay() * 86_400, WrittenTime.parse(day + "T00:00:00Z").getEpochSecond());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Z",
        "yesterday",
        "2026-11-21",
        "2026-11-21T18:00:00",
        "2026-11-21T18:00:00+01:00",
        "2026-11-21T18:00:00.Z",
        "2026-11-21T18:00:00.1234567890Z",
        "2026-11-21T18:00:00x1Z",
        "2026-13-21T18:00:00Z",
        "2026-00-21T18:00:00Z",
        "2026-02-30T18:00:00Z",
        "2026-11-31T18:00:00Z",
        "2026-11-00T18:00:00Z",
        "1900-02-29T18:00:00Z",
        "2026-11-21T18:60:00Z",
        "2026-11-21T18:00:60Z",
        "2026-11-21T25:00:00Z",
        "+2026-11-21T18:00:00Z",
        "2026-11-21t18:00:00Z"
      })
  void anything_else_is_refused(String text) {
    assertThrows(DateTimeException.class, () -> WrittenTime.parse(text));
  }
}
