package dev.bawn.contract.agent;

/**
 * Counts the signed policies of one agent; the name of the policy directory.
 *
 * @param number 1 for the first
 */
public record Serial(long number) implements Comparable<Serial> {

  /** The serial of an agent's first policy. */
  public static final Serial FIRST = new Serial(1);

  /**
   * @throws IllegalArgumentException if the number is below 1
   */
  public Serial {
    if (number < 1) {
      throw new IllegalArgumentException("no serial: " + number);
    }
  }

  /** The serial of the next policy. */
  public Serial next() {
    return new Serial(number + 1);
  }

  @Override
  public int compareTo(Serial other) {
    return Long.compare(number, other.number);
  }

  @Override
  public String toString() {
    return Long.toString(number);
  }
}
