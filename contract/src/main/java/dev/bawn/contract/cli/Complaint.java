package dev.bawn.contract.cli;

import dev.bawn.contract.failure.BrokenLink;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Failure;
import java.io.UncheckedIOException;

/** Prints a failure on standard error: the sentence, then a hint. */
final class Complaint {

  private static final String ERROR = "error:";
  private static final String HINT = "hint:";
  private static final String RED = "\u001b[1;31m";
  private static final String PLAIN = "\u001b[0m";

  private final String program;
  private final Surroundings here;
  private final boolean coloured;

  Complaint(String program, Surroundings here) {
    this.program = program;
    this.here = here;
    this.coloured = here.terminals().colouredErr(here.environment());
  }

  /** Prints a failure and those that it suppressed. Returns the exit status. */
  int about(Failure failure) {
    for (Throwable before : failure.getSuppressed()) {
      if (before instanceof Failure other) {
        about(other);
      }
    }
    say(ERROR, subject(failure) + failure.what());
    if (failure instanceof BrokenLink link) {
      say("expected:", link.expected());
      say("found:", link.found());
    }
    if (!failure.hint().isEmpty()) {
      say(HINT, failure.hint());
    }
    return failure.exitCode();
  }

  /** The number and title of the failed step, if the failure is one of a verification. */
  private static String subject(Failure failure) {
    return failure instanceof BrokenLink link
        ? link.step() + " (" + link.step().title() + "): "
        : "";
  }

  /** Prints an exception that no code of bawn expects. */
  int about(RuntimeException surprise, boolean withTrace) {
    if (withTrace) {
      surprise.printStackTrace(here.err());
    }
    Failed failed =
        surprise instanceof UncheckedIOException io
            ? Failed.of(io.getCause())
            : new Failed(
                "internal error of " + program + ": " + surprise.getMessage(),
                withTrace ? "please report this with the lines above" : "");
    return about(
        withTrace || !failed.hint().isEmpty()
            ? failed
            : new Failed(failed.what(), "run it again with --debug to see the cause"));
  }

  /** Prints a message, its further lines indented, with {@code ?} for control characters. */
  private void say(String kind, String text) {
    String harmless = text.replaceAll("[\\p{Cntrl}\\p{Cf}&&[^\\n]]", "?").replace("\n", "\n  ");
    String message = program + ": " + kind + " " + harmless;
    String shown = text.contains("\n") ? message : WrappedText.message(message, here);
    here.err()
        .println(
            coloured && kind.equals(ERROR)
                ? shown.replaceFirst(ERROR, RED + ERROR + PLAIN)
                : shown);
  }
}
