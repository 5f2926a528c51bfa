package dev.bawn.contract.failure;

/** It took too long, as with timeout(1). Exit status 124. */
public final class TimedOut extends Failure {

  private static final long serialVersionUID = 1;

  /**
   * @param what what happened: lower case, no full stop
   * @param mend what to do next, or an empty string
   */
  public TimedOut(String what, String mend) {
    super(124, what, mend);
  }
}
