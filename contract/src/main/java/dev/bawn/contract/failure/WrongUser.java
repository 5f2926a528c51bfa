package dev.bawn.contract.failure;

/**
 * The program has privileges that it must not have, or lacks those that it needs. Exit status 5.
 */
public final class WrongUser extends Failure {

  private static final long serialVersionUID = 1;

  /**
   * @param what the failure: lower case, no full stop
   * @param hint the hint, or an empty string
   */
  public WrongUser(String what, String hint) {
    super(5, what, hint);
  }
}
