package dev.bawn.admin.seccomp;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * All values of an int except some, as conditions on bits.
 *
 * <p>A filter compares an int safely only for equality under a mask. So the complement of the
 * values becomes the largest blocks of numbers with a common prefix that contain none of them:
 * about 40 blocks. They cover every other number, also those to which a later kernel gives a
 * meaning.
 */
final class ComplementMasks {

  private static final int BITS = 32;

  private ComplementMasks() {}

  /**
   * Conditions of which exactly one holds for every number that is not among these.
   *
   * @param argument which argument of the call is the number
   */
  static List<Condition> of(Set<Long> numbers, int argument) {
    List<Condition> blocks = new ArrayList<>();
    split(numbers, argument, 0, BITS, blocks);
    return blocks;
  }

  /** Looks at the block of {@code 2^size} numbers that begins at {@code first}. */
  private static void split(
      Set<Long> numbers, int argument, long first, int size, List<Condition> blocks) {
    long length = 1L << size;
    if (numbers.stream().noneMatch(number -> number >= first && number < first + length)) {
      blocks.add(new Condition(argument, (1L << BITS) - length, first));
    } else if (size > 0) {
      split(numbers, argument, first, size - 1, blocks);
      split(numbers, argument, first + length / 2, size - 1, blocks);
    }
  }
}
