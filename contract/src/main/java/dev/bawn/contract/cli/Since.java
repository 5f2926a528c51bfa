package dev.bawn.contract.cli;

import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.WrongUsage;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.OptionSpec;

/** The option {@code --since T}, which limits output to the time after T. */
public final class Since {

  private static final String NAME = "--since";

  /** A number small enough for every calendar, and its unit. */
  private static final Pattern AGO = Pattern.compile("([0-9]{1,6})([smhd])");

  private static final Map<String, Duration> UNITS =
      Map.of(
          "s", Duration.ofSeconds(1),
          "m", Duration.ofMinutes(1),
          "h", Duration.ofHours(1),
          "d", Duration.ofDays(1));

  private Since() {}

  /** The option. */
  public static OptionSpec option() {
    return Parameters.option(
        NAME,
        "TIME",
        "list only entries since this time: 90m, 12h, 7d, 2026-11-21 or 2026-11-21T10:00:00Z");
  }

  /**
   * The typed time; the epoch if there is none.
   *
   * @throws WrongUsage if it is not valid
   */
  public static Instant of(Typed typed, Clock clock) {
    return typed.has(NAME) ? parse(typed.value(NAME, ""), clock) : Instant.EPOCH;
  }

  /**
   * Parses a typed time.
   *
   * @throws WrongUsage if it is not valid
   */
  public static Instant parse(String text, Clock clock) {
    Matcher ago = AGO.matcher(text);
    if (ago.matches()) {
      return clock
          .instant()
          .minus(UNITS.get(ago.group(2)).multipliedBy(Long.parseLong(ago.group(1))));
    }
    try {
      return text.contains("T")
          ? Instant.parse(text)
          : LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant();
    } catch (DateTimeException e) {
      throw new WrongUsage(
          "'" + Printable.of(text) + "' is not a time",
          "use 90m, 12h, 7d, 2026-11-21 or 2026-11-21T10:00:00Z (UTC)");
    }
  }
}
