package dev.bawn.contract.cli;

import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.layout.SystemLayout;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;

/** Runs command lines and keeps their output. */
final class Typist {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Uid user;
  private final Terminals terminals;
  private final Map<String, String> environment;

  private Typist(Uid user, Terminals terminals, Map<String, String> environment) {
    this.user = user;
    this.terminals = terminals;
    this.environment = environment;
  }

  static Typist user() {
    return new Typist(new Uid(1000), Terminals.NONE, Map.of());
  }

  static Typist root() {
    return new Typist(Uid.ROOT, Terminals.NONE, Map.of());
  }

  static Typist onTerminal(Map<String, String> environment) {
    return new Typist(new Uid(1000), Terminals.of("012"), environment);
  }

  int types(Program program, String... words) {
    return program.run(List.of(words), surroundings());
  }

  String sees() {
    return out.toString(StandardCharsets.UTF_8);
  }

  String isTold() {
    return err.toString(StandardCharsets.UTF_8);
  }

  Surroundings surroundings() {
    return new Surroundings(
        InputStream.nullInputStream(),
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8),
        terminals,
        Clock.fixed(Instant.EPOCH, ZoneOffset.UTC),
        environment,
        user,
        SystemLayout.SYSTEM,
        Path.of("/usr/lib/bawn"),
        Path.of("/home/alice"),
        "1.2.3");
  }
}
