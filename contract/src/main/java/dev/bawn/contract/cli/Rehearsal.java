package dev.bawn.contract.cli;

import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.layout.SystemLayout;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs command lines on a made-up system so that the JVM loads their classes. Their output is not
 * displayed.
 */
public final class Rehearsal {

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final Surroundings unseen;

  /**
   * @param here the process, whose clock and version are used
   * @param world the made-up system's root
   * @param user the user of the commands
   * @param environment the user's environment
   */
  public Rehearsal(Surroundings here, Path world, Uid user, Map<String, String> environment) {
    this(here, world, user, environment, Terminals.NONE);
  }

  /**
   * As the other constructor, with terminals that do not exist: code that opens the real one finds
   * none.
   */
  public Rehearsal(
      Surroundings here,
      Path world,
      Uid user,
      Map<String, String> environment,
      Terminals terminals) {
    PrintStream nowhere = new PrintStream(said, true, StandardCharsets.UTF_8);
    unseen =
        new Surroundings(
            InputStream.nullInputStream(),
            nowhere,
            nowhere,
            terminals,
            here.clock(),
            environment,
            user,
            new SystemLayout(world),
            here.library(),
            world,
            here.version());
  }

  /**
   * Runs one command line.
   *
   * @return its output, if it did not end with status 0
   */
  public Optional<String> run(Program program, List<String> line) {
    said.reset();
    int status = program.run(line, unseen);
    return status == 0
        ? Optional.empty()
        : Optional.of(
            line + " ended with " + status + ":\n" + said.toString(StandardCharsets.UTF_8));
  }
}
