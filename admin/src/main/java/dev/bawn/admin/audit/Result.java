package dev.bawn.admin.audit;

import dev.bawn.contract.agent.Spelling;
import dev.bawn.contract.failure.Unfinished;

/** The result of a recorded command. */
public enum Result implements Spelling {
  /** The command has not ended: it runs, or was killed. */
  BEGUN,
  /** The command succeeded. */
  DONE,
  /** The change is decided but not completed: the next command completes it. Exit status 6. */
  DECIDED,
  /**
   * The command was not allowed, not valid, or named an object that does not exist: exit status 2
   * to 5.
   */
  REFUSED,
  /** The command failed for another reason: any other exit status. */
  FAILED;

  private static final int FIRST_REFUSAL = 2;
  private static final int LAST_REFUSAL = 5;

  /** Returns the result for an exit status of the program, see the table in the README. */
  static Result of(int status) {
    if (status == 0) {
      return DONE;
    }
    if (status == Unfinished.STATUS) {
      return DECIDED;
    }
    return status >= FIRST_REFUSAL && status <= LAST_REFUSAL ? REFUSED : FAILED;
  }
}
