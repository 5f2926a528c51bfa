package dev.bawn.contract.agent;

/**
 * A numeric user or group id of the host.
 *
 * @param number 0 to 2³¹-1
 */
public record Uid(int number) implements Comparable<Uid> {

  /** The one who seals. */
  public static final Uid ROOT = new Uid(0);

  /**
   * The first of those that agents get. 70000 to 99999 lie between the ids that systemd hands out
   * (up to 65535) and those of subuid(5) (from 100000): see "Users, Groups, UIDs and GIDs on
   * systemd Systems".
   */
  public static final Uid FIRST_OF_AGENTS = new Uid(70_000);

  /** The last of those that agents get. */
  public static final Uid LAST_OF_AGENTS = new Uid(99_999);

  /**
   * @throws IllegalArgumentException if the number is negative
   */
  public Uid {
    if (number < 0) {
      throw new IllegalArgumentException("no uid: " + number);
    }
  }

  /** Whether an agent may have it, and nobody else. */
  public boolean isOfAgents() {
    return compareTo(FIRST_OF_AGENTS) >= 0 && compareTo(LAST_OF_AGENTS) <= 0;
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
