package dev.bawn.contract.mask;

import java.text.Normalizer;

/**
 * A path or pattern as masks compare it: in Unicode's composed form, since {@code é} may be one
 * character or two, and without line breaks, at which regular expressions stop.
 */
final class ComparedPath {

  private ComparedPath() {}

  static String of(String text) {
    boolean isPlain = true;
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      isPlain &= c >= ' ' && c < 0x7F;
    }
    // without a normalizer, which loads a hundred classes: most names are ASCII
    if (isPlain) {
      return text;
    }
    return Normalizer.normalize(text, Normalizer.Form.NFC)
        .replace('\n', '\1')
        .replace('\r', '\1')
        .replace('\u0085', '\1')
        .replace('\u2028', '\1')
        .replace('\u2029', '\1');
  }
}
