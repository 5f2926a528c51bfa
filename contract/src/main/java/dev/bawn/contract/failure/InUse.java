package dev.bawn.contract.failure;

/** Another process uses what was to be changed: the same request may work later. Exit status 3. */
public final class InUse extends Failure {

  private static final long serialVersionUID = 1;

  /**
   * @param what what is in use, and by which process: lower case, no full stop
   * @param mend what to do next, or an empty string
   */
  public InUse(String what, String mend) {
    super(3, what, mend);
  }
}
