package dev.bawn.admin.change;

import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Failure;
import dev.bawn.contract.failure.Unfinished;
import java.io.IOException;

/** The messages about a change that is only partly in effect. */
final class UnfinishedChange {

  private UnfinishedChange() {}

  /**
   * The error if the command that decided the change cannot complete it.
   *
   * @param subject the command, such as {@code create a.noir}
   * @param because the reason
   */
  static Unfinished failure(String subject, Exception because) {
    Unfinished unfinished =
        new Unfinished(
            "'" + subject + "' is only partly in effect: " + why(because),
            before(because)
                + "the next bawn-admin command completes it, for example: sudo bawn-admin init");
    unfinished.initCause(because);
    return unfinished;
  }

  /**
   * The error if a later command cannot complete the change, either; it does nothing else before.
   */
  static Failed secondFailure(String subject, Exception because) {
    return new Failed(
        "an earlier '"
            + subject
            + "' is only partly in effect, and cannot be completed: "
            + why(because),
        before(because) + "then run this again");
  }

  /**
   * The message if a later command has completed the change.
   *
   * @param result the state after the change
   */
  static String finished(String subject, String result) {
    return "an earlier '"
        + subject
        + "' was only partly in effect; bawn-admin has completed it: "
        + result;
  }

  private static String why(Exception because) {
    return because instanceof IOException io
        ? Failed.of(io).what()
        : String.valueOf(because.getMessage());
  }

  private static String before(Exception because) {
    return because instanceof Failure failure && !failure.hint().isEmpty()
        ? failure.hint() + "; "
        : "solve that problem (is the disk full?); ";
  }
}
