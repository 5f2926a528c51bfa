package dev.bawn.contract.agent;

/**
 * A name that was checked when it was made. No record: the equality that Java makes for a record
 * takes a start 8 ms at its first use, and no cache takes that away.
 *
 * @param <N> the kind of name; names of two kinds are never equal
 */
public abstract class Name<N extends Name<N>> implements Comparable<N> {

  private final String text;

  /**
   * @param text as its kind allows it
   */
  protected Name(String text) {
    this.text = text;
  }

  /** The name itself. */
  public final String text() {
    return text;
  }

  @Override
  public final int compareTo(N other) {
    return text.compareTo(other.text());
  }

  @Override
  public final String toString() {
    return text;
  }

  @Override
  public final boolean equals(Object other) {
    return other instanceof Name<?> that && getClass() == that.getClass() && text.equals(that.text);
  }

  @Override
  public final int hashCode() {
    return text.hashCode();
  }
}
