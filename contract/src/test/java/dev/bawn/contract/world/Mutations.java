package dev.bawn.contract.world;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Changes samples of a format at random, with values that often cause errors in parsers. */
final class Mutations {

  private static final int LARGEST = 1 << 14;
  private static final int MOST_CHANGES = 4;

  /** Texts that have caused errors in parsers of such formats. */
  private static final List<byte[]> NASTY =
      Stream.of(
              "\0",
              "\uFEFF",
              "\r\n",
              "\u2028",
              "\uD83D\uDE00",
              "\\uD800",
              "\\uDC00\\uD800",
              "\\U00110000",
              "\\u0000",
              "\"\"\"",
              "'''",
              "[[",
              "]]",
              "{",
              "}",
              "=",
              "# ",
              "..",
              "../../etc/passwd",
              "-1",
              "1e999999999",
              "-1e-999999999",
              "0x" + "f".repeat(400),
              "0o7777777777777777777777777",
              "9".repeat(19),
              "1_0".repeat(200),
              "2147483648",
              "9223372036854775807",
              "-9223372036854775808",
              "nan",
              "+inf",
              "true",
              "1979-05-27T07:32:00.999999999999999999Z",
              "99999-99-99T99:99:99Z",
              "a.".repeat(3000) + "b = 1\n",
              "x = " + "[".repeat(5000),
              "x = " + "{a=".repeat(2000),
              "[" + "[1],".repeat(5000) + "]",
              "{\"a\":".repeat(3000),
              "A".repeat(5000),
              "%s%n",
              "\u001b[31m")
          .map(text -> text.getBytes(StandardCharsets.UTF_8))
          .toList();

  /** Bytes that are not UTF-8: half a surrogate pair, an overlong sequence, an incomplete one. */
  private static final List<byte[]> NO_TEXT =
      List.of(
          new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80},
          new byte[] {(byte) 0xC0, (byte) 0x80},
          new byte[] {(byte) 0xF4, (byte) 0x90, (byte) 0x80, (byte) 0x80},
          new byte[] {(byte) 0xE2, (byte) 0x82},
          new byte[] {(byte) 0xFF});

  private final Random random;
  private final List<byte[]> samples;

  /**
   * @param seed determines all changes
   * @param samples valid files
   */
  Mutations(long seed, List<byte[]> samples) {
    this.random = new Random(seed);
    this.samples = List.copyOf(samples);
  }

  /** Returns the next changed sample, of at most 16 KiB. */
  byte[] next() {
    byte[] bytes = samples.get(random.nextInt(samples.size()));
    for (int i = random.nextInt(MOST_CHANGES) + 1; i > 0; i--) {
      bytes = changed(bytes);
    }
    return Arrays.copyOf(bytes, Math.min(bytes.length, LARGEST));
  }

  private byte[] changed(byte[] bytes) {
    int from = random.nextInt(bytes.length + 1);
    int to = Math.min(bytes.length, from + random.nextInt(1 + random.nextInt(64)));
    return switch (random.nextInt(9)) {
      case 0 -> flipped(bytes);
      case 1 -> replaced(bytes, from, to, new byte[0]);
      case 2 -> replaced(bytes, from, to, of(NASTY));
      case 3 -> replaced(bytes, from, from, of(NASTY));
      case 4 -> replaced(bytes, from, to, of(NO_TEXT));
      case 5 -> replaced(bytes, from, from, part(bytes));
      case 6 -> replaced(bytes, from, to, part(of(samples)));
      case 7 -> replaced(bytes, from, from, repeated(part(bytes)));
      default -> Arrays.copyOf(bytes, from);
    };
  }

  private byte[] flipped(byte[] bytes) {
    byte[] flipped = bytes.clone();
    for (int i = random.nextInt(4); i >= 0 && flipped.length > 0; i--) {
      flipped[random.nextInt(flipped.length)] = (byte) random.nextInt(256);
    }
    return flipped;
  }

  private byte[] of(List<byte[]> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  private byte[] part(byte[] bytes) {
    int from = random.nextInt(bytes.length + 1);
    return Arrays.copyOfRange(bytes, from, from + random.nextInt(bytes.length - from + 1));
  }

  private byte[] repeated(byte[] bytes) {
    ByteArrayOutputStream repeated = new ByteArrayOutputStream();
    for (int i = random.nextInt(40); i >= 0 && repeated.size() < LARGEST; i--) {
      repeated.writeBytes(bytes);
    }
    return repeated.toByteArray();
  }

  private static byte[] replaced(byte[] bytes, int from, int to, byte[] by) {
    ByteArrayOutputStream replaced = new ByteArrayOutputStream();
    replaced.write(bytes, 0, from);
    replaced.writeBytes(by);
    replaced.write(bytes, to, bytes.length - to);
    return replaced.toByteArray();
  }
}
