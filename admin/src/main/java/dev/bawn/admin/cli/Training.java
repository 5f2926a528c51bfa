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
 * Does once what {@code bawn-admin} does, when it is installed: the JVM writes down the classes
 * that it saw, ready for use, and later starts take them from there. It seals an agent of a made-up
 * system and looks at it; the real system is left alone.
 */
final class Training {

  private static final List<List<String>> LINES =
      List.of(
          List.of("session-filter"),
          List.of("list", "--json"),
          List.of("list"),
          // refused, and so that every act's way is learned up to there
          List.of("restrict", "practice", "nothing"),
          List.of("audit"),
          List.of("audit", "--json"),
          List.of("doctor"),
          List.of("doctor", "--json"),
          List.of("key", "list"),
          List.of("show", "practice"),
          List.of("verify", "practice"),
          List.of("verify"),
          // fails where it looks at a project that is not there; by then nearly all of it has run
          List.of("sync", "practice", "app"),
          List.of("sync", "--help"),
          List.of("version"),
          List.of("help"));

  private Training() {}

  /**
   * @param words an empty directory, which becomes the made-up system
   */
  public static void main(String[] words) throws IOException {
    Path world = Path.of(words[0]);
    new TrainingMachine(world).build();
    Program program = Main.program();
    Rehearsal rehearsal =
        new Rehearsal(Surroundings.ofThisProcess(), world, Uid.ROOT, Map.of("TERM", "dumb"));
    // without root, or below a directory of another user, some are refused: the cache has fewer
    // classes
    LINES.forEach(line -> rehearsal.run(program, line));
  }
}
