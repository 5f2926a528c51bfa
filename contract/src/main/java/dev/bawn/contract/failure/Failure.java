package dev.bawn.contract.failure;

import java.util.List;

/**
 * A reason to stop, with a message for the user. The message is one sentence (lower case, no full
 * stop) about the failure; {@link #hint()} says what to do next.
 */
public abstract sealed class Failure extends RuntimeException
    permits Failed,
        WrongUsage,
        Refused,
        InUse,
        BrokenLink,
        NotFound,
        WrongUser,
        Unfinished,
        TimedOut {

  private static final long serialVersionUID = 1;

  private final int exitCode;
  private final String hint;

  Failure(int exitCode, String what, String hint) {
    super(what);
    this.exitCode = exitCode;
    this.hint = hint;
  }

  /**
   * Throws the last one of these failures, with the earlier ones suppressed; does nothing if there
   * is none.
   */
  public static void throwAll(List<Failure> failures) {
    if (!failures.isEmpty()) {
      Failure last = failures.getLast();
      failures.subList(0, failures.size() - 1).forEach(last::addSuppressed);
      throw last;
    }
  }

  /** The exit status of the program: see the table in the README. */
  public final int exitCode() {
    return exitCode;
  }

  /** The hint, or an empty string if there is none. */
  public final String hint() {
    return hint;
  }

  /** The message. */
  public final String what() {
    return getMessage();
  }
}
