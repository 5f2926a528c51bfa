package dev.bawn.launcher.review;

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

  private HazardousContent() {}

  /** The hazard in a file, from its present position to its end; empty if there is none. */
  static Optional<Hazard> in(OpenFile file) throws IOException {
    InputStream content = file.stream();
    byte[] chunk = new byte[Math.clamp(file.status().size(), 1, CHUNK)];
    long all = 0;
    int last = 0;
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
        if (next < ' ' && last != BYTE_ORDER_MARK) {
          isInvisible |= isInvisible(last);
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
    int one = bytes & 0xff;
    if (one < ' ') {
      return one != '\t' && one != '\n' && one != '\f' && one != '\r';
    }
    int two = bytes & 0xffff;
    int three = bytes & 0xff_ffff;
    int page = bytes >>> 8;
    return two >= 0xc280 && two <= 0xc29f // U+0080..009F control characters
        || two == 0xcd8f // U+034F grapheme joiner
        || three == 0xe1859f // U+115F..1160 fillers of Hangul
        || three == 0xe185a0
        || three == 0xe385a4 // U+3164
        || three == 0xefbea0 // U+FFA0
        || three == 0xe2808b // U+200B zero width space
        || three >= 0xe280aa && three <= 0xe280ae // U+202A..202E embeddings and overrides
        || three >= 0xe281a0 && three <= 0xe281af // U+2060..206F invisible operators, isolates
        || three == 0xe19eb4 // U+17B4..17B5 vowels of Khmer
        || three == 0xe19eb5
        || three >= 0xe1a08b && three <= 0xe1a08f // U+180B..180F variation and vowel separators
        || three == 0xe2a080 // U+2800 blank of Braille
        || three >= 0xefb880 && three <= 0xefb88e // U+FE00..FE0E; U+FE0F is part of emoji
        || three >= 0xefbfb0 && three <= 0xefbfbb // U+FFF0..FFFB annotations
        || three == BYTE_ORDER_MARK // U+FEFF, unless it begins the file
        || page >= 0xf3a080 && page <= 0xf3a0bf; // U+E0000..E0FFF tags, variation selectors
  }
}
