package dev.bawn.admin.seccomp;

/**
 * A condition on bits of one argument of a system call.
 *
 * @param argument 0 to 5
 * @param mask the bits that are compared
 * @param value their required value
 */
public record Condition(int argument, long mask, long value) {

  private static final long INT = 0xffff_ffffL;

  /**
   * Requires that the argument is a C int of this value. The kernel ignores the upper half of such
   * an argument, so a comparison of all 64 bits could be evaded by a bit in it.
   */
  static Condition isInt(int argument, int value) {
    return new Condition(argument, INT, value & INT);
  }

  /** Requires that the argument has these bits set, whatever the others are. */
  static Condition hasBit(int argument, long bit) {
    return new Condition(argument, bit, bit);
  }
}
