package dev.bawn.launcher.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.cli.Terminals;
import dev.bawn.contract.world.World;
import dev.bawn.launcher.engine.Engine;
import dev.bawn.launcher.engine.LocalEngine;
import dev.bawn.launcher.facts.LocalSystem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Runs command lines as a user of a test's machine, and keeps the results. */
final class Person {

  private final World world;
  private final Uid uid;
  private Path directory;
  private Told told;
  private int status;
  private Terminals terminals = Terminals.NONE;
  private String input = "";
  private Optional<Engine> engine = Optional.empty();

  Person(World world, Uid uid, Path directory) {
    this.world = world;
    this.uid = uid;
    this.directory = directory;
  }

  /**
   * Returns a user who owns the settings in the home directory: the user of the tests, or alice if
   * that is root.
   */
  static Person owning(World world, Path directory) throws IOException {
    Uid tester = owner(directory);
    return new Person(world, tester.equals(Uid.ROOT) ? World.ALICE : tester, directory);
  }

  private static Uid owner(Path file) throws IOException {
    return new Uid((Integer) Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS));
  }

  /** Gives files that root wrote for a test to the user. */
  private void giveSettings() throws IOException {
    try (Stream<Path> all = Files.walk(world.layout().at("home/alice/.config"))) {
      for (Path each : all.toList()) {
        if (owner(each).equals(Uid.ROOT)) {
          Files.setAttribute(each, "unix:uid", uid.number(), LinkOption.NOFOLLOW_LINKS);
        }
      }
    }
  }

  /** Installs a sudo that writes its arguments, one per line, and exits with this status. */
  static void sudo(World world, String script) throws IOException {
    Path sudo = world.installation().sudo();
    World.write(
        sudo,
        "#!/bin/sh\nprintf '%s\\n' \"$*\" >>" + world.layout().at("sudo-calls") + "\n" + script);
    Files.setPosixFilePermissions(sudo, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** Sets the working directory of the following commands. */
  Person from(Path place) {
    directory = place;
    return this;
  }

  /** Sets the standard input of the next command. */
  Person pipes(String line) {
    input = line + "\n";
    return this;
  }

  /** Connects the following commands to a terminal. */
  Person atATerminal() {
    terminals = new Terminals(true, true, true);
    return this;
  }

  /** Starts the following sessions by this engine. */
  Person through(Engine other) {
    engine = Optional.of(other);
    return this;
  }

  Person types(String... words) throws IOException {
    if (Files.exists(world.layout().at("home/alice/.config"))) {
      giveSettings();
    }
    Files.deleteIfExists(plan());
    Files.deleteIfExists(world.layout().at("sudo-calls"));
    CommandContext context =
        new CommandContext(
            new LocalSystem(world.layout(), world.installation(), world.rootOwned()),
            engine.orElseGet(() -> new LocalEngine(world.layout().at("proc"), plan())));
    Map<String, String> home = Map.of("HOME", world.layout().at("home/alice").toString());
    told = new Told(world.layout(), uid, directory, home, terminals, input);
    input = "";
    status = Commands.program(here -> context).run(List.of(words), told.here());
    return this;
  }

  private Path plan() {
    return world.layout().at("plan");
  }

  /** Returns the arguments that the start stub would execute; empty if no session was started. */
  String plan(String separator) throws IOException {
    return Files.exists(plan())
        ? Files.readString(plan(), StandardCharsets.UTF_8).replace("\0", separator)
        : "";
  }

  String sudoCalls() throws IOException {
    Path calls = world.layout().at("sudo-calls");
    return Files.exists(calls) ? Files.readString(calls) : "";
  }

  String out() {
    return told.out();
  }

  String err() {
    return told.err();
  }

  /** Requires that the command was refused with this error, and that no session was started. */
  void isRefused(int expected, String error, String hint) throws IOException {
    assertEquals("bawn: error: " + error + "\nbawn: hint: " + hint + "\n", err());
    assertEquals(expected, status);
    assertEquals("", plan("|"));
  }

  Person succeeds() {
    assertEquals(0, status, told.err());
    return this;
  }

  int status() {
    return status;
  }
}
