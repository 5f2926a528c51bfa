package dev.bawn.contract.failure;

/**
 * A link of the chain from the signature to the kernel is broken, so nothing is started. Exit
 * status 3.
 */
public final class BrokenLink extends Failure {

  private static final long serialVersionUID = 1;

  private final VerificationStep step;
  private final String expected;
  private final String found;

  /**
   * @param step the link that broke
   * @param what the problem: lower case, no full stop
   * @param expected the signed state
   * @param found the actual state
   * @param hint the command that solves it
   */
  public BrokenLink(
      VerificationStep step, String what, String expected, String found, String hint) {
    super(3, what, hint);
    this.step = step;
    this.expected = expected;
    this.found = found;
  }

  /** The link that broke. */
  public VerificationStep step() {
    return step;
  }

  /** The signed state. */
  public String expected() {
    return expected;
  }

  /** The actual state. */
  public String found() {
    return found;
  }
}
