package dev.bawn.admin.seccomp;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The values of an int except some, as conditions on bits.
 *
 * <p>A filter compares an int safely only for equality under a mask. So the complement of the
 * values is expressed as the largest blocks of numbers with a common prefix that contain none of
 * them: about 40 blocks. They cover all other numbers, also those that a later kernel defines.
 */
final class ComplementMasks {

  private static final int BITS = 32;

  private ComplementMasks() {}

  /**
   * Returns conditions: for each number that is not in the set, exactly one of them is true.
   *
   * @param argument the index of the argument with the number
   */
  static List<Condition> of(Set<Long> numbers, int argument) {
    List<Condition> blocks = new ArrayList<>();
    split(numbers, argument, 0, BITS, blocks);
    return blocks;
  }

  /** Adds the block of {@code 2^size} numbers from {@code first} on, or splits it. */
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
