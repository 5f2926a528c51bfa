package dev.bawn.contract.failure;

/**
 * Another process uses the file or session to be changed: the same request may succeed later. Exit
 * status 3.
 */
public final class InUse extends Failure {

  private static final long serialVersionUID = 1;

  /**
   * @param what the file or session, and the process that uses it: lower case, no full stop
   * @param hint the hint, or an empty string
   */
  public InUse(String what, String hint) {
    super(3, what, hint);
  }
}
