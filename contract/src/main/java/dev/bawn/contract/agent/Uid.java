package dev.bawn.contract.agent;

/**
 * A numeric user or group id of the host.
 *
 * @param number 0 to 2³¹-1
 */
public record Uid(int number) implements Comparable<Uid> {

  /** The user who signs policies. */
  public static final Uid ROOT = new Uid(0);

  /**
   * @throws IllegalArgumentException if the number is negative
   */
  public Uid {
    if (number < 0) {
      throw new IllegalArgumentException("no uid: " + number);
    }
  }

  @Override
  public int compareTo(Uid other) {
    return Integer.compare(number, other.number);
  }

  @Override
  public String toString() {
    return Integer.toString(number);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Uid that && number == that.number;
  }

  @Override
  public int hashCode() {
    return number;
  }
}
