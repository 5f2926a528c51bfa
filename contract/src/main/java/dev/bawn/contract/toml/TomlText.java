package dev.bawn.contract.toml;

import java.util.List;
import java.util.stream.Collectors;

/** Writes TOML line by line, in the layout that the formats document. */
public final class TomlText {

  private final StringBuilder text = new StringBuilder();

  /** A line {@code key = "value"}, the value quoted and escaped as a basic string. */
  public TomlText line(String key, String value) {
    return bare(key, quoted(value));
  }

  /**
   * A line {@code key = 17}. A number of more than 18 digits is written in hexadecimal, because
   * jackson-dataformat-toml (2.22.4) loses the first digits of a longer decimal one.
   */
  public TomlText line(String key, long value) {
    boolean isLong = Long.toString(value).length() > TomlValues.MOST_DIGITS;
    return bare(key, isLong ? "0x" + Long.toHexString(value) : Long.toString(value));
  }

  /** A line {@code key = ["a", "b"]}. */
  public TomlText line(String key, List<String> values) {
    return bare(
        key, values.stream().map(TomlText::quoted).collect(Collectors.joining(", ", "[", "]")));
  }

  /** An array of texts, each on its own line. */
  public TomlText lines(String key, List<String> values) {
    return bare(
        key,
        values.stream()
            .map(value -> "\n  " + quoted(value) + ",")
            .collect(Collectors.joining("", "[", values.isEmpty() ? "]" : "\n]")));
  }

  /** A line whose value is TOML already: a date, an array of numbers. */
  public TomlText bare(String key, String value) {
    text.append(key).append(" = ").append(value).append('\n');
    return this;
  }

  /** A header {@code [name]} or {@code [[name]]}, with an empty line before it. */
  public TomlText header(String header) {
    text.append('\n').append(header).append('\n');
    return this;
  }

  /** All lines, each with its line end. */
  @Override
  public String toString() {
    return text.toString();
  }

  private static String quoted(String value) {
    StringBuilder quoted = new StringBuilder("\"");
    value
        .codePoints()
        .forEach(c -> {
          if (c == '"' || c == '\\') {
            quoted.append('\\').appendCodePoint(c);
          } else if (Character.isISOControl(c)) {
            quoted.append(String.format("\\u%04X", c));
          } else {
            quoted.appendCodePoint(c);
          }
        });
    return quoted.append('"').toString();
  }
}
