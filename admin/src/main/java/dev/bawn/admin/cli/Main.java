package dev.bawn.admin.cli;

import dev.bawn.contract.cli.Program;
import dev.bawn.contract.cli.Surroundings;
import java.util.List;

/** The entry point of {@code bawn-admin}. */
public final class Main {

  private Main() {}

  public static void main(String[] words) {
    Surroundings here = Surroundings.ofThisProcess();
    Program program = program();
    int status = program.finish(program.run(List.of(words), here), here);
    // halt, because there are no shutdown hooks: System.exit starts Java's logging first (5 ms),
    // and a return from main destroys the JVM (1 ms)
    Runtime.getRuntime().halt(status);
  }

  /**
   * Returns the program. The training calls this method, so that this class is in the AOT cache;
   * otherwise the JVM would open the jar for it (4 ms).
   */
  static Program program() {
    return Commands.program();
  }
}
