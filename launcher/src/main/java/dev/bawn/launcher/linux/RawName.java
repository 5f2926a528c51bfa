package dev.bawn.launcher.linux;

import java.nio.charset.StandardCharsets;

/**
 * The name of a file in the kernel's bytes: any bytes except slash and NUL. Java's own names are
 * text, and destroy bytes that are not UTF-8.
 *
 * @param bytes one character for each byte (ISO 8859-1), so that names compare and sort bytewise
 */
public record RawName(String bytes) implements Comparable<RawName> {

  public RawName {
    if (bytes.isEmpty() || bytes.equals(".") || bytes.equals("..")) {
      throw new IllegalArgumentException("a name must not be empty, \".\" or \"..\"");
    }
    for (int i = 0; i < bytes.length(); i++) {
      char c = bytes.charAt(i);
      if (c == '/' || c == 0 || c > 0xff) {
        throw new IllegalArgumentException("a name has neither slash nor NUL");
      }
    }
  }

  /** A name from text, encoded as UTF-8. */
  public static RawName of(String text) {
    return new RawName(
        new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1));
  }

  /** The bytes with a NUL at the end, as the kernel expects them. */
  byte[] ended() {
    byte[] ended = new byte[bytes.length() + 1];
    for (int i = 0; i < bytes.length(); i++) {
      ended[i] = (byte) bytes.charAt(i);
    }
    return ended;
  }

  @Override
  public int compareTo(RawName other) {
    return bytes.compareTo(other.bytes);
  }
}
