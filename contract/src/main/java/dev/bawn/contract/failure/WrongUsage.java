package dev.bawn.contract.failure;

/** What was typed makes no sense to the program. Exit status 2. */
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
