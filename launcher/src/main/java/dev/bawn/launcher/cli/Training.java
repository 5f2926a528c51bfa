package dev.bawn.launcher.cli;

import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.cli.Program;
import dev.bawn.contract.cli.Rehearsal;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.layout.Layout;
import dev.bawn.contract.layout.RootOwned;
import dev.bawn.contract.trust.Installation;
import dev.bawn.launcher.session.Handover;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Does once what {@code bawn} does, when it is installed: the JVM writes down the classes that it
 * saw, ready for use, and later starts take them from there. It starts the agent of a made-up
 * system that {@code bawn-admin} built, up to the plan; nothing runs and nothing real is touched.
 */
final class Training {

  private static final Uid OPERATOR = new Uid(1000);

  /** What the cache for starts holds: as little as there is, since its size costs each of them. */
  private static final List<List<String>> STARTS =
      List.of(
          List.of("launch", "practice", "app", "--no-sync", "--", "git", "log"),
          List.of("launch", "practice", "app"),
          List.of("launch", "practice", "app", "--no-sync", "--prompt", "prompt", "--once"),
          List.of("shell", "practice", "app", "--no-sync"));

  private static final List<List<String>> OTHERS =
      List.of(
          List.of("launch", "practice", "app", "--dry-run", "--json"),
          List.of("verify", "practice"),
          List.of("agents"),
          List.of("agents", "--json"),
          List.of("env", "list"),
          List.of("launch", "--help"),
          List.of("version"),
          List.of("help"));

  private Training() {}

  /**
   * @param words the root of the made-up system, and {@code start} if only starts are learned
   */
  public static void main(String[] words) throws IOException {
    Path world = Path.of(words[0]);
    Gate gate = gate(world);
    Main.begin(STARTS.getFirst());
    Program program = Commands.program(here -> gate);
    Rehearsal rehearsal =
        new Rehearsal(
            Surroundings.ofThisProcess(),
            world,
            OPERATOR,
            Map.of(
                "TERM",
                "dumb",
                "XDG_STATE_HOME",
                world.resolve("state").toString(),
                "XDG_CONFIG_HOME",
                world.resolve("config").toString()));
    STARTS.forEach(line -> mustWork(rehearsal, program, line));
    if (words.length == 1) {
      OTHERS.forEach(line -> mustWork(rehearsal, program, line));
    }
    // Once more as on a kernel without AppArmor.
    Path enabled = world.resolve("sys/module/apparmor/parameters/enabled");
    byte[] answer = Files.readAllBytes(enabled);
    Files.delete(enabled);
    mustWork(rehearsal, program, STARTS.getFirst());
    Files.write(enabled, answer);
  }

  /** A rehearsal that stops half-way would be noticed by nobody, but for starts that are slow. */
  private static void mustWork(Rehearsal rehearsal, Program program, List<String> line) {
    rehearsal
        .run(program, line)
        .ifPresent(said -> {
          throw new Failed(said, "");
        });
  }

  private static Gate gate(Path world) throws IOException {
    Installation installation =
        new Installation(
            world.resolve("usr/lib/bawn"),
            world.resolve("usr/bin/bwrap"),
            world.resolve("usr/bin/sudo"));
    Uid owner = new Uid((Integer) Files.getAttribute(world, "unix:uid"));
    return new Gate(
        new Layout(world),
        installation,
        new RootOwned(world, owner),
        new Handover(world.resolve("plan")));
  }
}
