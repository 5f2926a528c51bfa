package dev.bawn.admin.cli;

import dev.bawn.contract.cli.Program;
import dev.bawn.contract.cli.Surroundings;
import java.util.List;

/** The entry point of {@code bawn-admin}. */
public final class Main {

  private Main() {}

  public static void main(String[] words) {
    int status = program().run(List.of(words), Surroundings.ofThisProcess());
    // System.exit starts Java's logging first (5 ms), which nobody needs when all is well.
    if (status != 0) {
      System.exit(status);
    }
  }

  /**
   * Rehearsed, too: were this class alone taken from the jar, it would have to be opened (4 ms).
   */
  static Program program() {
    return Commands.program();
  }
}
