package dev.bawn.admin.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.agent.Uid;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A line of the journal shows each character, and is parsed as it was written. */
final class AuditLineTest {

  @Test
  void a_character_that_a_terminal_does_not_show_is_escaped() {
    Act act =
        new Act(
            "1763719331123-812",
            Instant.parse("2026-11-21T10:02:11Z"),
            new Uid(1000),
            List.of("assign", "a.noir", "/srv/i\u0085z\u202eü\udb40\udc41"),
            Optional.empty(),
            Optional.empty(),
            Result.REFUSED,
            "");
    byte[] line = AuditLine.write(act);
    String text = new String(line, StandardCharsets.UTF_8);
    assertTrue(text.contains("\"/srv/i\\u0085z\\u202Eü\\uDB40\\uDC41\""), text);
    assertEquals(Optional.of(act), AuditLine.parse(line));
  }
}
