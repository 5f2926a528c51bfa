package dev.bawn.admin.cli;

import dev.bawn.contract.cli.Program;
import dev.bawn.contract.cli.Surroundings;
import java.util.List;

/** The entry point of {@code bawn-admin}. */
public final class Main {

  private Main() {}

  public static void main(String[] words) {
    Surroundings here = Surroundings.ofThisProcess();
    int status = program().run(List.of(words), here);
    here.out().flush();
    here.err().flush();
    // no hook waits for either of these: System.exit starts Java's logging first (5 ms), and after
    // a return the JVM takes itself apart (1 ms)
    Runtime.getRuntime().halt(status);
  }

  /**
   * Rehearsed, too: were this class alone taken from the jar, it would have to be opened (4 ms).
   */
  static Program program() {
    return Commands.program();
  }
}
