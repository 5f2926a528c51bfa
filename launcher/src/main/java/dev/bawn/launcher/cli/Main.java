package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Program;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.seal.Tables;
import java.util.List;
import java.util.Set;

/** The entry point of {@code bawn}. */
public final class Main {

  /** The commands that check seals. */
  private static final Set<String> CHECKING = Set.of("launch", "shell", "verify", "agents");

  private Main() {}

  public static void main(String[] words) {
    List<String> typed = List.of(words);
    int status = begin(typed).run(typed, Surroundings.ofThisProcess());
    // System.exit starts Java's logging first (5 ms), which nobody needs when all is well.
    if (status != 0) {
      System.exit(status);
    }
  }

  /**
   * What comes before the words are looked at. Rehearsed, too: were this class alone taken from the
   * jar, it would have to be opened (4 ms).
   */
  static Program begin(List<String> words) {
    if (!words.isEmpty() && CHECKING.contains(words.getFirst())) {
      Tables.begin();
    }
    return Commands.program();
  }
}
