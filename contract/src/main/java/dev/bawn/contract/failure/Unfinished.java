package dev.bawn.contract.failure;

/** The request is accepted, and not all of its effects are complete yet. Exit status 6. */
public final class Unfinished extends Failure {

  /** The exit status. */
  public static final int STATUS = 6;

  private static final long serialVersionUID = 1;

  /**
   * @param what the failure: lower case, no full stop
   * @param hint the hint, or an empty string
   */
  public Unfinished(String what, String hint) {
    super(STATUS, what, hint);
  }
}
