package dev.bawn.contract.agent;

/**
 * A name that was checked when it was made. It is no record: the generated equals of a record costs
 * a start 8 ms at its first use, which no cache reduces.
 *
 * @param <N> the kind of name; names of two kinds are never equal
 */
public abstract class Name<N extends Name<N>> implements Comparable<N> {

  private final String text;

  /**
   * @param text valid for its kind
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
