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

/** Somebody at a machine that a test made, what they type, and what comes of it. */
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
   * Somebody to whom the settings of the home belong, which is whoever tests unless that is root.
   */
  static Person owning(World world, Path directory) throws IOException {
    Uid tester = owner(directory);
    return new Person(world, tester.equals(Uid.ROOT) ? World.ALICE : tester, directory);
  }

  private static Uid owner(Path file) throws IOException {
    return new Uid((Integer) Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS));
  }

  /** What root wrote there for a test. */
  private void giveSettings() throws IOException {
    try (Stream<Path> all = Files.walk(world.layout().at("home/alice/.config"))) {
      for (Path each : all.toList()) {
        if (owner(each).equals(Uid.ROOT)) {
          Files.setAttribute(each, "unix:uid", uid.number(), LinkOption.NOFOLLOW_LINKS);
        }
      }
    }
  }

  /** A sudo that notes its arguments, a line each, and ends with this status. */
  static void sudo(World world, String script) throws IOException {
    Path sudo = world.installation().sudo();
    World.write(
        sudo,
        "#!/bin/sh\nprintf '%s\\n' \"$*\" >>" + world.layout().at("sudo-calls") + "\n" + script);
    Files.setPosixFilePermissions(sudo, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** From now on that is where commands are typed. */
  Person from(Path place) {
    directory = place;
    return this;
  }

  /** What comes in on the next command's standard input. */
  Person pipes(String line) {
    input = line + "\n";
    return this;
  }

  /** From now on there is a terminal to be asked on. */
  Person atATerminal() {
    terminals = new Terminals(true, true, true);
    return this;
  }

  /** From now on sessions are started by this engine. */
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

  /** What the start stub would become, or nothing where nothing was started. */
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

  /** It was refused like this, and nothing was started. */
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
