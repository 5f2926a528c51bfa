package dev.bawn.contract.failure;

/** The command line is not valid. Exit status 2. */
public final class WrongUsage extends Failure {

  private static final long serialVersionUID = 1;

  /**
   * @param what what happened: lower case, no full stop
   * @param mend what to do next, or an empty string
   */
  public WrongUsage(String what, String mend) {
    super(2, what, mend);
  }
}
