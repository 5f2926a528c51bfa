package dev.bawn.launcher.patch;

import java.util.Arrays;
import java.util.zip.Deflater;

/** A whole content as in git's patches: deflated, in base 85, 52 bytes per line. */
final class BinaryHunk {

  private static final String DIGITS =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";

  private static final int BYTES_OF_LINE = 52;
  private static final int LETTERS = 26;

  private BinaryHunk() {}

  static String of(byte[] content) {
    byte[] deflated = deflated(content);
    StringBuilder hunk = new StringBuilder("literal " + content.length + "\n");
    for (int at = 0; at < deflated.length; at += BYTES_OF_LINE) {
      int length = Math.min(BYTES_OF_LINE, deflated.length - at);
      hunk.append((char) (length <= LETTERS ? 'A' + length - 1 : 'a' + length - LETTERS - 1));
      for (int group = at; group < at + length; group += 4) {
        digits(hunk, word(deflated, group, at + length));
      }
      hunk.append('\n');
    }
    return hunk.append('\n').toString();
  }

  private static byte[] deflated(byte[] content) {
    Deflater deflater = new Deflater();
    try {
      deflater.setInput(content);
      deflater.finish();
      // zlib never exceeds this, see compressBound() in zlib.h
      byte[] room = new byte[content.length + content.length / 1000 + 64];
      int length = deflater.deflate(room);
      return Arrays.copyOf(room, length);
    } finally {
      deflater.end();
    }
  }

  /** Four bytes as a number, the first one highest; bytes after the end are 0. */
  private static long word(byte[] bytes, int at, int end) {
    long word = 0;
    for (int i = at; i < at + 4; i++) {
      word = word << 8 | (i < end ? bytes[i] & 0xff : 0);
    }
    return word;
  }

  private static void digits(StringBuilder hunk, long word) {
    char[] digits = new char[5];
    long rest = word;
    for (int i = digits.length - 1; i >= 0; i--) {
      digits[i] = DIGITS.charAt((int) (rest % DIGITS.length()));
      rest /= DIGITS.length();
    }
    hunk.append(digits);
  }
}
