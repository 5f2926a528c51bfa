package dev.bawn.launcher.cli;

import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.merge.UpperEntries;
import dev.bawn.launcher.review.RawPath;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * The entries of an agent's upper layer, which only the agent can change: {@code overlay-discard}
 * does it with the agent's rights. It holds the lock of the overlay until this is closed.
 */
final class AgentEntries implements UpperEntries {

  private static final String COMMAND = "-discard";

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
    if (!entries.isDone()) {
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

  private boolean ask(String how, RawPath path) throws IOException {
    records.write((how + " " + path.bytes() + "\0").getBytes(StandardCharsets.ISO_8859_1));
    records.flush();
    return isDone();
  }

  /**
   * Tells whether the program confirmed a record, or its start: it writes one character for each.
   */
  private boolean isDone() throws IOException {
    return door.getInputStream().read() == '1';
  }

  @Override
  public void close() throws IOException {
    records.close();
    try {
      door.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
