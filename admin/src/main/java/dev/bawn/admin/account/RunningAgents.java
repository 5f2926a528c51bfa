package dev.bawn.admin.account;

import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.layout.Layout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether any agent's session runs on this machine, by proc_pid_status(5). */
public final class RunningAgents {

  private final Path processes;

  /**
   * @param layout where {@code /proc} is
   */
  public RunningAgents(Layout layout) {
    processes = layout.at("proc");
  }

  /** Whether there is a process with the real uid of an agent, also of one that was deleted. */
  public boolean any() {
    try (DirectoryStream<Path> each = Files.newDirectoryStream(processes, "[1-9]*")) {
      for (Path process : each) {
        if (isAgents(process)) {
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isAgents(Path process) {
    try {
      return Files.readAllLines(process.resolve("status"), StandardCharsets.ISO_8859_1).stream()
          .filter(line -> line.startsWith("Uid:"))
          .map(line -> line.split("\t")[1])
          .anyMatch(uid -> new Uid(Integer.parseInt(uid)).isOfAgents());
    } catch (IOException | UncheckedIOException e) {
      return false; // it ended meanwhile
    }
  }
}
