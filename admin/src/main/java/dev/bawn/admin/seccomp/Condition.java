package dev.bawn.admin.seccomp;

/**
 * Holds for a system call one of whose arguments has certain bits.
 *
 * @param argument 0 to 5
 * @param mask the bits that are looked at
 * @param value what they must be
 */
public record Condition(int argument, long mask, long value) {

  private static final long INT = 0xffff_ffffL;

  /**
   * The argument is a C int of this value. The kernel drops the upper half of such an argument, so
   * a comparison of all 64 bits could be gone around by setting one there.
   */
  static Condition isInt(int argument, int value) {
    return new Condition(argument, INT, value & INT);
  }

  /** The argument has this bit set, or all of these bits, whatever the others are. */
  static Condition hasBit(int argument, long bit) {
    return new Condition(argument, bit, bit);
  }
}
