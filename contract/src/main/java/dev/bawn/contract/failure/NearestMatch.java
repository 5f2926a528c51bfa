package dev.bawn.contract.failure;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Finds the known name that is most similar to a mistyped one. */
public final class NearestMatch {

  /** The beginning of a hint that names a match. */
  public static final String QUESTION = "did you mean ";

  private NearestMatch() {}

  /**
   * The candidate with the smallest edit distance, if it is small enough for a typing error. Of two
   * with the same distance, the one with the same letters, or else with the same length: two
   * letters are swapped more often than one is added, removed or replaced. A name of two letters is
   * too similar to many words: it matches only if they are swapped. A shorter one never matches.
   */
  public static Optional<String> to(String word, Collection<String> candidates) {
    int most = Math.max(1, word.length() / 4);
    return candidates.stream()
        .filter(candidate ->
            candidate.length() > 2
                || candidate.length() == 2 && word.length() == 2 && isSwap(word, 2, candidate, 2))
        .filter(candidate -> distance(word, candidate) <= most)
        .min(
            Comparator.comparingInt((String candidate) -> distance(word, candidate))
                .thenComparing(candidate -> !hasLettersOf(candidate, word))
                .thenComparing(candidate -> Math.abs(candidate.length() - word.length())));
  }

  /** Tells whether a word has the letters of another, in any order. */
  public static boolean hasLettersOf(String word, String other) {
    return letters(word).equals(letters(other));
  }

  private static List<Integer> letters(String word) {
    return word.chars().sorted().boxed().toList();
  }

  /**
   * The hint for an unknown word.
   *
   * @param otherwise the hint in any case
   */
  public static String hint(String word, Collection<String> candidates, String otherwise) {
    return to(word, candidates).map(near -> QUESTION + near + "? " + otherwise).orElse(otherwise);
  }

  /**
   * The Levenshtein distance, with a swap of two letters counted as one error; computed row by row.
   */
  private static int distance(String a, String b) {
    int[] before = new int[b.length() + 1];
    int[] above = new int[b.length() + 1];
    int[] row = new int[b.length() + 1];
    for (int j = 0; j < above.length; j++) {
      above[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        boolean same = a.charAt(i - 1) == b.charAt(j - 1);
        row[j] = Math.min(above[j - 1] + (same ? 0 : 1), 1 + Math.min(above[j], row[j - 1]));
        if (isSwap(a, i, b, j)) {
          row[j] = Math.min(row[j], before[j - 2] + 1);
        }
      }
      int[] free = before;
      before = above;
      above = row;
      row = free;
    }
    return above[b.length()];
  }

  private static boolean isSwap(String a, int i, String b, int j) {
    return i > 1
        && j > 1
        && a.charAt(i - 1) == b.charAt(j - 2)
        && a.charAt(i - 2) == b.charAt(j - 1);
  }
}
