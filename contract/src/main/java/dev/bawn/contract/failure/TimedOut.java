package dev.bawn.contract.failure;

/** A time limit was exceeded, as with timeout(1). Exit status 124. */
public final class TimedOut extends Failure {

  private static final long serialVersionUID = 1;

  /**
   * @param what the failure: lower case, no full stop
   * @param hint the hint, or an empty string
   */
  public TimedOut(String what, String hint) {
    super(124, what, hint);
  }
}
