package dev.bawn.contract.failure;

/** The command line is not valid. Exit status 2. */
public final class WrongUsage extends Failure {

  private static final long serialVersionUID = 1;

  /**
   * @param what the failure: lower case, no full stop
   * @param hint the hint, or an empty string
   */
  public WrongUsage(String what, String hint) {
    super(2, what, hint);
  }
}
