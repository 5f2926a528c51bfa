package dev.bawn.launcher.patch;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * What git keeps of a file: whether it may be run, or is a link, and what it holds.
 *
 * @param mode as git writes it
 * @param content in bytes; of a link, where it leads
 */
record FileVersion(Mode mode, byte[] content) {

  /** Larger files are handed on whole: nobody reads their lines, and a comparison takes memory. */
  static final int LARGEST_TEXT = 1 << 20;

  /** The kinds of files that git knows. */
  enum Mode {
    PLAIN("100644"),
    EXECUTABLE("100755"),
    LINK("120000");

    final String word;

    Mode(String word) {
      this.word = word;
    }
  }

  /** Whether it can be compared line by line. */
  boolean isText() {
    if (content.length > LARGEST_TEXT) {
      return false;
    }
    for (byte each : content) {
      if (each == 0) {
        return false;
      }
    }
    return true;
  }

  /** A character for each byte. */
  String text() {
    return new String(content, StandardCharsets.ISO_8859_1);
  }

  /** What git calls this content. */
  String blob() {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-1");
      digest.update(("blob " + content.length + "\0").getBytes(StandardCharsets.US_ASCII));
      return HexFormat.of().formatHex(digest.digest(content));
    } catch (NoSuchAlgorithmException e) {
      // every Java has it: see the documentation of MessageDigest
      throw new IllegalStateException(e);
    }
  }
}
