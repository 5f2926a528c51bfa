package dev.bawn.contract.failure;

/**
 * A reason to stop, in words a person can act on. The message is one sentence (lower case, no full
 * stop) that says what happened; {@link #mend()} is one that says what to do next.
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
  private final String mend;

  Failure(int exitCode, String what, String mend) {
    super(what);
    this.exitCode = exitCode;
    this.mend = mend;
  }

  /** The exit status that the program ends with: see the table in the README. */
  public final int exitCode() {
    return exitCode;
  }

  /** What to do next, or an empty string when there is nothing that would help. */
  public final String mend() {
    return mend;
  }

  /** What happened. */
  public final String what() {
    return getMessage();
  }
}
