package dev.bawn.contract.cli;

import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Runs command lines for the sake of the classes that they need; nobody sees what they print. */
public final class Rehearsal {

  private Rehearsal() {}

  /** Every one of the command lines, whatever its exit status. */
  public static void of(Program program, Surroundings here, List<List<String>> lines) {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
    Surroundings unseen =
        new Surroundings(
            InputStream.nullInputStream(),
            nowhere,
            nowhere,
            Terminals.NONE,
            here.clock(),
            here.environment(),
            here.user(),
            here.layout(),
            here.library(),
            here.directory(),
            here.version());
    lines.forEach(line -> program.run(line, unseen));
  }
}
