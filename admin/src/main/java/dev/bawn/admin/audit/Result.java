package dev.bawn.admin.audit;

import dev.bawn.contract.agent.Word;

/** How an act ended. */
public enum Result implements Word {
  /** It has not: it is under way, or was cut off. */
  BEGUN("begun"),
  /** As it should. */
  DONE("done"),
  /** It was not allowed, made no sense, or named what does not exist: exit status 2 to 5. */
  REFUSED("refused"),
  /** Something that should have worked did not: any other exit status. */
  FAILED("failed");

  private static final int FIRST_REFUSAL = 2;
  private static final int LAST_REFUSAL = 5;

  private final String word;

  Result(String word) {
    this.word = word;
  }

  @Override
  public String word() {
    return word;
  }

  /** What an exit status of the program says, see the table in the README. */
  static Result of(int status) {
    if (status == 0) {
      return DONE;
    }
    return status >= FIRST_REFUSAL && status <= LAST_REFUSAL ? REFUSED : FAILED;
  }
}
