package dev.bawn.launcher.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.DateTimeException;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Times, read without Java's own parser. */
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
        "2026-02-30T18:00:00Z",
        "2026-11-21T25:00:00Z",
        "+2026-11-21T18:00:00Z",
        "2026-11-21t18:00:00Z"
      })
  void anything_else_is_refused(String text) {
    assertThrows(DateTimeException.class, () -> WrittenTime.parse(text));
  }
}
