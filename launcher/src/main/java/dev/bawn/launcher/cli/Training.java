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

  private static final List<List<String>> LINES =
      List.of(
          List.of("launch", "practice", "app", "--no-sync", "--", "git", "log"),
          List.of("launch", "practice", "app"),
          List.of("launch", "practice", "app", "--no-sync", "--prompt", "prompt", "--once"),
          List.of("launch", "practice", "app", "--dry-run", "--json"),
          List.of("shell", "practice", "app", "--no-sync"),
          List.of("verify", "practice"),
          List.of("agents"),
          List.of("agents", "--json"),
          List.of("env", "list"),
          List.of("launch", "--help"),
          List.of("version"),
          List.of("help"));

  private Training() {}

  /**
   * @param words the root of the made-up system
   */
  public static void main(String[] words) throws IOException {
    Path world = Path.of(words[0]);
    Gate gate = gate(world);
    Main.begin(LINES.getFirst());
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
    LINES.forEach(line -> mustWork(rehearsal, program, line));
    // Once more as on a kernel without AppArmor.
    Files.delete(world.resolve("sys/module/apparmor/parameters/enabled"));
    mustWork(rehearsal, program, LINES.getFirst());
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
