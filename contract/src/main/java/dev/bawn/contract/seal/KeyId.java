package dev.bawn.contract.seal;

import dev.bawn.contract.agent.Name;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** The identity of a key pair. */
public final class KeyId extends Name<KeyId> {

  /** The bytes of an id in the files. */
  public static final int LENGTH = 8;

  private static final Pattern GRAMMAR = Pattern.compile("[0-9A-F]{16}");

  /**
   * @param text 16 upper-case hexadecimal digits, in the order in which minisign prints them: the 8
   *     bytes of its files read as one little-endian number
   * @throws IllegalArgumentException if it is not valid
   */
  public KeyId(String text) {
    super(text);
    if (!GRAMMAR.matcher(text).matches()) {
      throw new IllegalArgumentException("no key id");
    }
  }

  /** The id in these 8 bytes of a file. */
  public static KeyId ofBytes(byte[] bytes) {
    return new KeyId(HexFormat.of().withUpperCase().formatHex(reversed(bytes)));
  }

  /** The 8 bytes in the order of the files. */
  public byte[] bytes() {
    return reversed(HexFormat.of().parseHex(text()));
  }

  private static byte[] reversed(byte[] bytes) {
    byte[] reversed = new byte[LENGTH];
    for (int i = 0; i < LENGTH; i++) {
      reversed[i] = bytes[LENGTH - 1 - i];
    }
    return reversed;
  }
}
