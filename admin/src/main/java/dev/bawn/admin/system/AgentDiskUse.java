package dev.bawn.admin.system;

import dev.bawn.admin.mirror.OwnerChild;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.Failure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/**
 * Measures the disk space of an agent's files, with the agent's rights, by the script {@code
 * disk-use}, as {@code enter} does.
 */
public final class AgentDiskUse {

  private final Path library;

  /**
   * @param library the directory of bawn's scripts
   */
  public AgentDiskUse(Path library) {
    this.library = library;
  }

  /** Starts a measurement, which ends within ten seconds; see {@link #bytes}. */
  Process start(AgentName agent, Uid uid) throws IOException {
    return OwnerChild.of(uid)
        .running(List.of(library.resolve("disk-use").toString(), agent.text()))
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  /** Waits for the result of a measurement; empty if it failed. */
  static OptionalLong bytes(Process measurement) {
    try {
      String found =
          new String(measurement.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      return OptionalLong.of(Long.parseLong(found.strip()));
    } catch (IOException | NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  /** Converts to MiB for messages, rounded up. */
  public static long mebibytes(long bytes) {
    return (bytes + (1L << 20) - 1) >> 20;
  }

  /** Returns the bytes that the files of an agent use; empty if they cannot be measured. */
  public OptionalLong of(AgentName agent, Uid uid) {
    try {
      return bytes(start(agent, uid));
    } catch (IOException | Failure e) {
      return OptionalLong.empty();
    }
  }
}
