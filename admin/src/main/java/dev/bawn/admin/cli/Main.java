package dev.bawn.admin.cli;

import dev.bawn.contract.cli.Surroundings;
import java.util.List;

/** The entry point of {@code bawn-admin}. */
public final class Main {

  private Main() {}

  public static void main(String[] words) {
    System.exit(Commands.program().run(List.of(words), Surroundings.ofThisProcess()));
  }
}
