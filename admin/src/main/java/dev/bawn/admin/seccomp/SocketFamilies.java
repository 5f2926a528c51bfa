package dev.bawn.admin.seccomp;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * All address families other than some, as conditions on bits.
 *
 * <p>A filter compares an int safely only for equality under a mask, so "all but these" becomes the
 * largest blocks of numbers with a common beginning in which none of these lies: about 40 of them,
 * and no family is left out, not even one that a later kernel adds.
 */
final class SocketFamilies {

  private static final int BITS = 32;

  private SocketFamilies() {}

  /**
   * Conditions of which exactly one holds for every family that is not among these.
   *
   * @param argument which argument of the call is the family
   */
  static List<Condition> allBut(Set<Long> families, int argument) {
    List<Condition> blocks = new ArrayList<>();
    split(families, argument, 0, BITS, blocks);
    return blocks;
  }

  /** Looks at the block of {@code 2^size} numbers that begins at {@code first}. */
  private static void split(
      Set<Long> families, int argument, long first, int size, List<Condition> blocks) {
    long length = 1L << size;
    if (families.stream().noneMatch(family -> family >= first && family < first + length)) {
      blocks.add(new Condition(argument, (1L << BITS) - length, first));
    } else if (size > 0) {
      split(families, argument, first, size - 1, blocks);
      split(families, argument, first + length / 2, size - 1, blocks);
    }
  }
}
