package dev.bawn.contract.cli;

import dev.bawn.contract.failure.BrokenLink;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Failure;
import java.io.PrintStream;
import java.io.UncheckedIOException;

/** Says on standard error what went wrong and what to do about it. */
final class Complaint {

  private static final String RED = "\u001b[1;31m";
  private static final String PLAIN = "\u001b[0m";

  private final String program;
  private final PrintStream err;
  private final boolean coloured;

  Complaint(String program, Surroundings here) {
    this.program = program;
    this.err = here.err();
    this.coloured = here.terminals().colouredErr(here.environment());
  }

  /** Returns the exit status. */
  int about(Failure failure) {
    say(coloured ? RED + "error:" + PLAIN : "error:", subject(failure) + failure.what());
    if (failure instanceof BrokenLink link) {
      say("expected:", link.expected());
      say("found:", link.found());
    }
    if (!failure.mend().isEmpty()) {
      say("hint:", failure.mend());
    }
    return failure.exitCode();
  }

  /** A broken link is named by its number, as in the design and the tests. */
  private static String subject(Failure failure) {
    return failure instanceof BrokenLink link
        ? link.step() + " (" + link.step().title() + "): "
        : "";
  }

  /** Something that nobody foresaw. */
  int about(RuntimeException surprise, boolean withTrace) {
    if (withTrace) {
      surprise.printStackTrace(err);
    }
    Failed failed =
        surprise instanceof UncheckedIOException io
            ? Failed.of(io.getCause())
            : new Failed("internal error of " + program + ": " + surprise.getMessage(), "");
    return about(
        withTrace || !failed.mend().isEmpty()
            ? failed
            : new Failed(failed.what(), "run it again with --debug to see the cause"));
  }

  /** One message, its further lines indented, whatever could steer a terminal made visible. */
  private void say(String kind, String text) {
    String harmless = text.replaceAll("[\\p{Cntrl}\\p{Cf}&&[^\\n]]", "?").replace("\n", "\n  ");
    err.println(program + ": " + kind + " " + harmless);
  }
}
