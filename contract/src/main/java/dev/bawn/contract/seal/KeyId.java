package dev.bawn.contract.seal;

import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * Names a key pair.
 *
 * @param text 16 upper-case hexadecimal digits, in the order in which minisign shows them: the 8
 *     bytes of its files read as one little-endian number
 */
public record KeyId(String text) {

  /** Bytes of an id in the files. */
  public static final int LENGTH = 8;

  private static final Pattern GRAMMAR = Pattern.compile("[0-9A-F]{16}");

  /**
   * @throws IllegalArgumentException if it is not 16 upper-case hexadecimal digits
   */
  public KeyId {
    if (!GRAMMAR.matcher(text).matches()) {
      throw new IllegalArgumentException("no key id");
    }
  }

  /** The id in these 8 bytes of a file. */
  public static KeyId ofBytes(byte[] bytes) {
    return new KeyId(HexFormat.of().withUpperCase().formatHex(reversed(bytes)));
  }

  /** The 8 bytes as they stand in files. */
  public byte[] bytes() {
    return reversed(HexFormat.of().parseHex(text));
  }

  private static byte[] reversed(byte[] bytes) {
    byte[] reversed = new byte[LENGTH];
    for (int i = 0; i < LENGTH; i++) {
      reversed[i] = bytes[LENGTH - 1 - i];
    }
    return reversed;
  }

  @Override
  public String toString() {
    return text;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KeyId that && text.equals(that.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }
}
