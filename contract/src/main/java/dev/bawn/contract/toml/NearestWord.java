package dev.bawn.contract.toml;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds what somebody probably meant. */
public final class NearestWord {

  private NearestWord() {}

  /**
   * The candidate with the smallest edit distance, if it is small enough to be a slip of the
   * fingers.
   */
  public static Optional<String> to(String word, Collection<String> candidates) {
    int most = Math.max(1, word.length() / 3);
    return candidates.stream()
        .filter(candidate -> distance(word, candidate) <= most)
        .min(Comparator.comparingInt(candidate -> distance(word, candidate)));
  }

  /** Levenshtein's, row by row. */
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int substitute = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(substitute, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
