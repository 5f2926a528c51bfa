package dev.bawn.launcher.cli;

import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Terminals;
import dev.bawn.contract.layout.SystemLayout;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;

/** Runs a command and keeps its output. */
final class Told {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Surroundings here;

  Told(SystemLayout layout, Uid user, Path directory) {
    this(layout, user, directory, Map.of("HOME", layout.at("home").toString()), Terminals.NONE, "");
  }

  Told(
      SystemLayout layout,
      Uid user,
      Path directory,
      Map<String, String> environment,
      Terminals terminals,
      String input) {
    here =
        new Surroundings(
            new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            terminals,
            Clock.systemUTC(),
            environment,
            user,
            layout,
            layout.at("usr/lib/bawn"),
            directory,
            "0");
  }

  Surroundings here() {
    return here;
  }

  String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  String err() {
    return err.toString(StandardCharsets.UTF_8);
  }
}
