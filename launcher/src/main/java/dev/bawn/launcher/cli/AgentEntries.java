package dev.bawn.launcher.cli;

import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.merge.UpperEntries;
import dev.bawn.launcher.review.RawPath;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The entries of an agent's upper layer, which only the agent can change: {@code overlay-discard}
 * does it with the agent's rights. It holds the lock of the overlay until this is closed.
 */
final class AgentEntries implements UpperEntries {

  private static final String COMMAND = "-discard";

  /** The answer of the program when it holds the lock, and when it removed an entry. */
  private static final char DONE = '1';

  private final Process door;
  private final OutputStream records;

  private AgentEntries(Process door) {
    this.door = door;
    this.records = door.getOutputStream();
  }

  /**
   * Opens the entries.
   *
   * @param enter the command line of a start, without the command
   * @throws Refused if a session uses the overlay; the entry point has printed the reason
   */
  static AgentEntries of(List<String> enter) throws IOException {
    List<String> command = new ArrayList<>(enter);
    command.add(COMMAND);
    AgentEntries entries =
        new AgentEntries(
            new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .directory(new File("/"))
                .start());
    if (entries.door.getInputStream().read() != DONE) {
      throw new Refused(
          "nothing was discarded", "solve that problem, then run the same command again");
    }
    return entries;
  }

  @Override
  public boolean drop(RawPath path, OptionalInt permissions) throws IOException {
    String mode = permissions.isPresent() ? Integer.toOctalString(permissions.getAsInt()) : "-";
    return ask(mode, path);
  }

  @Override
  public boolean dropClosed(RawPath directory) throws IOException {
    return ask("all", directory);
  }

  private boolean ask(String how, RawPath path) {
    try {
      records.write((how + " " + path.bytes() + "\0").getBytes(StandardCharsets.ISO_8859_1));
      records.flush();
      int answer = door.getInputStream().read();
      if (answer >= 0) {
        return answer == DONE;
      }
    } catch (IOException e) {
      throw interrupted(Optional.of(e));
    }
    throw interrupted(Optional.empty());
  }

  /** The failure when the program ends before it answers. */
  private static Failed interrupted(Optional<IOException> cause) {
    Failed failed =
        new Failed(
            "the discard was interrupted: the process that removes the changes has ended",
            "run the same command again, without the paths that have no changes any more");
    cause.ifPresent(failed::initCause);
    return failed;
  }

  @Override
  public void close() {
    try (records) {
      records.flush();
    } catch (IOException e) {
      // the process has ended early: the last request has failed for that reason
      door.destroy();
    }
    try {
      door.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
