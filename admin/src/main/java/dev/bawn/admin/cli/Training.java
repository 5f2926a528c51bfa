package dev.bawn.admin.cli;

import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.cli.Program;
import dev.bawn.contract.cli.Rehearsal;
import dev.bawn.contract.cli.Surroundings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Runs typical commands of {@code bawn-admin} when it is installed: the JVM writes the loaded
 * classes to an AOT cache, from which later starts read them. The commands work on an agent of a
 * temporary system; the real system stays unchanged.
 */
final class Training {

  private static final List<List<String>> LINES =
      List.of(
          List.of("session-filter"),
          List.of("list", "--json"),
          List.of("list"),
          // refused; trains the code of all commands that sign, up to the refusal
          List.of("restrict", "practice", "nothing"),
          List.of("audit"),
          List.of("audit", "--json"),
          List.of("doctor"),
          List.of("doctor", "--json"),
          List.of("key", "list"),
          List.of("show", "practice"),
          List.of("verify", "practice"),
          List.of("verify"),
          // fails because the project does not exist; nearly all of its code has run by then
          List.of("sync", "practice", "app"),
          List.of("sync", "--help"),
          List.of("version"),
          List.of("help"));

  private Training() {}

  /**
   * @param words an empty directory, in which the temporary system is created
   */
  public static void main(String[] words) throws IOException {
    Path world = Path.of(words[0]);
    new TrainingMachine(world).build();
    Program program = Main.program();
    Rehearsal rehearsal =
        new Rehearsal(Surroundings.ofThisProcess(), world, Uid.ROOT, Map.of("TERM", "dumb"));
    // without root, or below a directory of another user, some commands are refused: the cache has
    // fewer classes
    LINES.forEach(line -> rehearsal.run(program, line));
  }
}
