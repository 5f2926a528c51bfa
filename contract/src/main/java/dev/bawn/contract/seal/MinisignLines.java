package dev.bawn.contract.seal;

import dev.bawn.contract.failure.Refused;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/** The lines of a minisign file: comments and base64, each with its line end, and nothing else. */
final class MinisignLines {

  private static final int LARGEST = 8192;

  private final String refusal;
  private final String hint;
  private final List<String> lines;

  /**
   * @param refusal the beginning of the sentence if the file is not valid
   * @param hint the hint if the file is not valid
   * @throws Refused if there are not exactly so many lines
   */
  MinisignLines(String refusal, String hint, byte[] bytes, int count) {
    this.refusal = refusal;
    this.hint = hint;
    String text = new String(bytes, 0, Math.min(bytes.length, LARGEST), StandardCharsets.UTF_8);
    this.lines = List.of(text.split("\n", -1));
    if (bytes.length > LARGEST
        || lines.size() != count + 1
        || !lines.getLast().isEmpty()
        || text.contains("\r")) {
      throw damaged("expected exactly " + count + " lines, each with a newline at its end");
    }
  }

  /** The text after this prefix in line {@code index}. */
  String after(String prefix, int index) {
    String line = lines.get(index);
    if (!line.startsWith(prefix)) {
      throw damaged("line " + (index + 1) + " does not begin with '" + prefix + "'");
    }
    return line.substring(prefix.length());
  }

  /** Exactly {@code length} bytes, canonical base64, from line {@code index}. */
  byte[] bytes(int index, int length) {
    try {
      byte[] bytes = Base64.getDecoder().decode(lines.get(index));
      if (bytes.length == length
          && Base64.getEncoder().encodeToString(bytes).equals(lines.get(index))) {
        return bytes;
      }
    } catch (IllegalArgumentException e) {
      // reported below, as any other damage
    }
    throw damaged("line " + (index + 1) + " is not " + length + " bytes of base64");
  }

  Refused damaged(String how) {
    return new Refused(refusal + ": " + how, hint);
  }
}
