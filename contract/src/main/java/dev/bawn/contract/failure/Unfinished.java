package dev.bawn.contract.failure;

/** The request is decided, and not all that follows is done yet. Exit status 6. */
public final class Unfinished extends Failure {

  /** The exit status. */
  public static final int STATUS = 6;

  private static final long serialVersionUID = 1;

  /**
   * @param what what happened: lower case, no full stop
   * @param mend what to do next, or an empty string
   */
  public Unfinished(String what, String mend) {
    super(STATUS, what, mend);
  }
}
