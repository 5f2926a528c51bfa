package dev.bawn.contract.agent;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A number of bytes as users type it. */
public final class ByteCount {

  private static final Pattern TYPED =
      Pattern.compile("([0-9]{1,18})(?:([KMGT])(?:i?B)?)?", Pattern.CASE_INSENSITIVE);

  private ByteCount() {}

  /**
   * Parses a number, alone or with K, M, G or T for 1024, 1024², 1024³ or 1024⁴; empty if it is not
   * valid. Small letters are the same, and so are {@code KB} and {@code KiB}, as docker(1) accepts
   * them.
   */
  public static Optional<Long> of(String text) {
    Matcher typed = TYPED.matcher(text);
    if (!typed.matches()) {
      return Optional.empty();
    }
    long unit =
        switch (String.valueOf(typed.group(2)).toUpperCase(Locale.ROOT)) {
          case "K" -> 1L << 10;
          case "M" -> 1L << 20;
          case "G" -> 1L << 30;
          case "T" -> 1L << 40;
          default -> 1;
        };
    try {
      return Optional.of(Math.multiplyExact(Long.parseLong(typed.group(1)), unit));
    } catch (ArithmeticException e) {
      return Optional.empty();
    }
  }
}
