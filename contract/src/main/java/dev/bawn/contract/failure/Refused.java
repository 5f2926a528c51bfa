package dev.bawn.contract.failure;

/** The request is understood and not allowed. Exit status 3. */
public final class Refused extends Failure {

  private static final long serialVersionUID = 1;

  /**
   * @param what the failure: lower case, no full stop
   * @param hint the hint, or an empty string
   */
  public Refused(String what, String hint) {
    super(3, what, hint);
  }
}
