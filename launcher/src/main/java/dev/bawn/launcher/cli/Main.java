package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Program;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.seal.Tables;
import dev.bawn.launcher.linux.NativeCode;
import java.util.List;
import java.util.Set;

/** The entry point of {@code bawn}. */
public final class Main {

  /** The commands that check seals. */
  private static final Set<String> CHECKING = Set.of("launch", "shell", "verify", "agents");

  /** Those that look into the layers of sessions. */
  private static final Set<String> LOOKING =
      Set.of(
          "list", "status", "diff", "export", "merge", "review", "report", "discard", "undo",
          "destroy", "clean");

  private Main() {}

  public static void main(String[] words) {
    List<String> typed = List.of(words);
    Surroundings here = Surroundings.ofThisProcess();
    int status = begin(typed).run(typed, here);
    here.out().flush();
    here.err().flush();
    // no hook waits for either of these: System.exit starts Java's logging first (5 ms), and after
    // a return the JVM takes itself apart (1 ms)
    Runtime.getRuntime().halt(status);
  }

  /**
   * What comes before the words are looked at. Rehearsed, too: were this class alone taken from the
   * jar, it would have to be opened (4 ms).
   */
  static Program begin(List<String> words) {
    if (!words.isEmpty() && CHECKING.contains(words.getFirst())) {
      Tables.begin();
    } else if (!words.isEmpty() && LOOKING.contains(words.getFirst()) && !words.contains("-q")) {
      Thread.ofPlatform().daemon().start(Main::prepareToLook);
    }
    return Commands.program();
  }

  /** In the order in which it is needed; the words are parsed meanwhile. */
  private static void prepareToLook() {
    Tables.ofNumbers();
    NativeCode.load();
  }
}
