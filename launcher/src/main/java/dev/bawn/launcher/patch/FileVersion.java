package dev.bawn.launcher.patch;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The data of a file that git keeps: whether it is executable or a link, and its content.
 *
 * @param mode as git writes it
 * @param content in bytes; of a link, its target
 */
record FileVersion(Mode mode, byte[] content) {

  /** The largest text, in bytes: larger files are not compared by lines, which takes memory. */
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

  /** Tells whether it can be compared line by line. */
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

  /** The content, one character for each byte. */
  String text() {
    return new String(content, StandardCharsets.ISO_8859_1);
  }

  /** The ID of git's blob of this content. */
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
