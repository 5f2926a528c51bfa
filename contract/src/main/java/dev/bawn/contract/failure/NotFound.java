package dev.bawn.contract.failure;

/** A file, agent, session or other object that the caller named does not exist. Exit status 4. */
public final class NotFound extends Failure {

  private static final long serialVersionUID = 1;

  /**
   * @param what the failure: lower case, no full stop
   * @param hint the hint, or an empty string
   */
  public NotFound(String what, String hint) {
    super(4, what, hint);
  }
}
