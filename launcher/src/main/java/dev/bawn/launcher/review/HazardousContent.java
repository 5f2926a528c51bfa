package dev.bawn.launcher.review;

import dev.bawn.contract.failure.Printable;
import dev.bawn.launcher.linux.OpenFile;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/**
 * Finds files whose content a reader does not see as it is: a file with a NUL, which git takes for
 * binary, or with characters that editors do not show. Joiners and the marks of right-to-left
 * scripts are permitted: many languages and emoji need them.
 */
final class HazardousContent {

  /** The size from which hosts of repositories warn, in bytes. A larger file is not read. */
  static final long LARGE = 50L << 20;

  private static final int CHUNK = 1 << 16;
  private static final int BYTE_ORDER_MARK = 0xefbbbf;
  private static final int DELETE = 0x7f;

  private HazardousContent() {}

  /** The hazard in a file, from its present position to its end; empty if there is none. */
  static Optional<Hazard> in(OpenFile file) throws IOException {
    InputStream content = file.stream();
    byte[] chunk = new byte[Math.clamp(file.status().size(), 1, CHUNK)];
    long all = 0;
    long last = 0;
    boolean isInvisible = false;
    for (int got = content.read(chunk); got > 0; got = content.read(chunk)) {
      all += got;
      if (all > LARGE) {
        return Optional.of(Hazard.LARGE);
      }
      for (int at = 0; at < got; at++) {
        byte next = chunk[at];
        if (next == 0) {
          return Optional.of(Hazard.BINARY);
        }
        last = last << 8 | next & 0xff;
        // at the beginning of the file, U+FEFF is a byte order mark
        if ((next < ' ' || next == DELETE) && last != BYTE_ORDER_MARK) {
          isInvisible |= isInvisible((int) last) && !isEmoji(last, chunk, at + 1, got);
        }
      }
    }
    return isInvisible ? Optional.of(Hazard.INVISIBLE) : Optional.empty();
  }

  /**
   * Tells whether these bytes end in an invisible character.
   *
   * @param bytes the last four, in UTF-8
   */
  private static boolean isInvisible(int bytes) {
    int c = codePoint(bytes);
    if (c >= 0 && c < ' ') {
      return c != '\t' && c != '\n' && c != '\f' && c != '\r';
    }
    return Printable.isInvisible(c)
        || c >= DELETE && c <= 0x9f // control characters
        || (bytes >>> 8 & 0xff_ffc0) == 0xf3a080; // U+E0000..E0FFF, also with a wrong last byte
  }

  /**
   * Tells whether U+FE0F ends here as part of an emoji. At the end of a chunk it is not part of a
   * keycap.
   *
   * @param bytes the last eight, in UTF-8
   * @param next the index of the next byte in the chunk
   */
  private static boolean isEmoji(long bytes, byte[] chunk, int next, int end) {
    int after = 0;
    for (int at = next; at < Math.min(next + 3, end); at++) {
      after = after << 8 | chunk[at] & 0xff;
    }
    return Printable.isEmoji(
        Math.max(codePoint((int) (bytes >>> 24)), 0), codePoint((int) bytes), codePoint(after));
  }

  /** The code point that these bytes end in; -1 if none ends here. */
  private static int codePoint(int bytes) {
    int last = bytes & 0x3f;
    int c = -1;
    int least = 0;
    if ((bytes & 0x80) == 0) {
      c = bytes & 0xff;
    } else if ((bytes & 0xe0c0) == 0xc080) {
      c = bytes >> 2 & 0x7c0 | last;
      least = 0x80;
    } else if ((bytes & 0xf0c0c0) == 0xe08080) {
      c = bytes >> 4 & 0xf000 | bytes >> 2 & 0xfc0 | last;
      least = 0x800;
    } else if ((bytes & 0xf8c0c0c0) == 0xf0808080) {
      c = bytes >> 6 & 0x1c0000 | bytes >> 4 & 0x3f000 | bytes >> 2 & 0xfc0 | last;
      least = 0x10000;
    }
    return c >= least ? c : -1; // a longer form is no UTF-8
  }
}
