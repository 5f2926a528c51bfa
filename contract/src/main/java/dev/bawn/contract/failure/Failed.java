package dev.bawn.contract.failure;

/** Something that should have worked did not. Exit status 1. */
public final class Failed extends Failure {

  private static final long serialVersionUID = 1;

  /**
   * @param what what happened: lower case, no full stop
   * @param mend what to do next, or an empty string
   */
  public Failed(String what, String mend) {
    super(1, what, mend);
  }
}
