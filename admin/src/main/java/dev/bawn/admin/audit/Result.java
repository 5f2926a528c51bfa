package dev.bawn.admin.audit;

import dev.bawn.contract.agent.Spelling;
import dev.bawn.contract.failure.Unfinished;

/** The result of a recorded command. */
public enum Result implements Spelling {
  /** It has not: it is under way, or was cut off. */
  BEGUN,
  /** As it should. */
  DONE,
  /** It is decided and was not finished: the next command finishes it. Exit status 6. */
  DECIDED,
  /** It was not allowed, made no sense, or named what does not exist: exit status 2 to 5. */
  REFUSED,
  /** Something that should have worked did not: any other exit status. */
  FAILED;

  private static final int FIRST_REFUSAL = 2;
  private static final int LAST_REFUSAL = 5;

  /** What an exit status of the program says, see the table in the README. */
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
