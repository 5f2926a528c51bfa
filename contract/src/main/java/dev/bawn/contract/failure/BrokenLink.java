package dev.bawn.contract.failure;

/**
 * A link of the chain from the signature to the kernel does not hold, so nothing is started. Exit
 * status 3.
 */
public final class BrokenLink extends Failure {

  private static final long serialVersionUID = 1;

  private final VerificationStep step;
  private final String expected;
  private final String found;

  /**
   * @param step the link that broke
   * @param what what is wrong: lower case, no full stop
   * @param expected what the seal promises
   * @param found what is there
   * @param mend the command that mends it
   */
  public BrokenLink(
      VerificationStep step, String what, String expected, String found, String mend) {
    super(3, what, mend);
    this.step = step;
    this.expected = expected;
    this.found = found;
  }

  /** The link that broke. */
  public VerificationStep step() {
    return step;
  }

  /** What the seal promises. */
  public String expected() {
    return expected;
  }

  /** What was there instead. */
  public String found() {
    return found;
  }
}
