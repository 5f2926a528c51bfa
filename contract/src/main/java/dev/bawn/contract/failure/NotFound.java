package dev.bawn.contract.failure;

/** Something that the caller named does not exist. Exit status 4. */
public final class NotFound extends Failure {

  private static final long serialVersionUID = 1;

  /**
   * @param what what happened: lower case, no full stop
   * @param mend what to do next, or an empty string
   */
  public NotFound(String what, String mend) {
    super(4, what, mend);
  }
}
