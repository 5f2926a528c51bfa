package dev.bawn.admin.mirror;

import dev.bawn.contract.mask.MaskRules;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Receives names and sends back those that are masked. Both messages are the length in bytes, a
 * line break, and the names, each followed by NUL.
 */
final class MaskedNames extends OutputStream {

  /** The longest message in bytes: about a million names. */
  private static final int MOST = 1 << 26;

  private final MaskRules rules;
  private final OutputStream answer;
  private final ByteArrayOutputStream taken = new ByteArrayOutputStream();
  private final List<String> names = new ArrayList<>();
  private int expected = -1;

  /**
   * @param answer receives the masked names; closed afterwards
   */
  MaskedNames(MaskRules rules, OutputStream answer) {
    this.rules = rules;
    this.answer = answer;
  }

  @Override
  public synchronized void write(int next) throws IOException {
    if (expected < 0 && next == '\n') {
      expected = length(taken.toString(StandardCharsets.US_ASCII));
      taken.reset();
    } else {
      taken.write(next);
    }
    if (taken.size() == expected) {
      answer(taken.toByteArray());
    } else if (taken.size() > MOST) {
      throw new IOException("too many names");
    }
  }

  private static int length(String digits) throws IOException {
    if (!digits.matches("[0-9]{1,8}") || Integer.parseInt(digits) > MOST) {
      throw new IOException("no length: " + digits);
    }
    return Integer.parseInt(digits);
  }

  private void answer(byte[] all) throws IOException {
    ByteArrayOutputStream masked = new ByteArrayOutputStream();
    int begin = 0;
    for (int at = 0; at < all.length; at++) {
      if (all[at] == 0) {
        String name = new String(all, begin, at - begin, StandardCharsets.UTF_8);
        if (isMasked(name)) {
          names.add(name);
          masked.write(all, begin, at + 1 - begin);
        }
        begin = at + 1;
      }
    }
    try (answer) {
      answer.write((masked.size() + "\n").getBytes(StandardCharsets.US_ASCII));
      masked.writeTo(answer);
    }
  }

  private boolean isMasked(String path) {
    for (int slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1)) {
      if (rules.mask(path.substring(0, slash), true)) {
        return true;
      }
    }
    return rules.mask(path, false);
  }

  /** Returns the masked names; empty before the answer was sent. */
  synchronized List<String> names() {
    return List.copyOf(names);
  }
}
