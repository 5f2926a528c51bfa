package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Program;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.seal.Tables;
import dev.bawn.launcher.linux.NativeCode;
import java.util.List;
import java.util.Set;

/** The entry point of {@code bawn}. */
public final class Main {

  /** The commands that verify signed policies. */
  private static final Set<String> CHECKING = Set.of("launch", "shell", "verify", "agents");

  /** The commands that read the layers of sessions. */
  private static final Set<String> LOOKING =
      Set.of(
          "list", "status", "diff", "export", "merge", "review", "report", "discard", "undo",
          "destroy", "clean");

  private Main() {}

  public static void main(String[] words) {
    List<String> typed = List.of(words);
    Surroundings here = Surroundings.ofThisProcess();
    Program program = begin(typed);
    int status = program.finish(program.run(typed, here), here);
    // no shutdown hook is needed for either: System.exit initializes Java's logging first (5 ms),
    // and a return destroys the JVM (1 ms)
    Runtime.getRuntime().halt(status);
  }

  /**
   * Begins the work that needs no parsed arguments. The training runs it, too: if this class alone
   * came from the jar, the jar would have to be opened (4 ms).
   */
  static Program begin(List<String> words) {
    try {
      if (!words.isEmpty() && CHECKING.contains(words.getFirst())) {
        Tables.begin();
      } else if (!words.isEmpty() && LOOKING.contains(words.getFirst()) && !words.contains("-q")) {
        Thread.ofPlatform().daemon().start(Main::prepareToLook);
      }
    } catch (OutOfMemoryError e) {
      // too many processes: the work is done later, and what cannot be done reports the reason
    }
    return Commands.program();
  }

  /** Loads the tables and native code in the order of their use, while the arguments are parsed. */
  private static void prepareToLook() {
    Tables.ofNumbers();
    NativeCode.load();
  }
}
