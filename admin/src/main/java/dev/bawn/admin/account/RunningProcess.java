package dev.bawn.admin.account;

import dev.bawn.contract.agent.Uid;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A process that has at least one running thread. A zombie keeps its PID until its parent waits for
 * it, which can take long, and is not included; a process whose first thread alone has ended is.
 *
 * @param number its PID
 * @param parent the PID of its parent
 * @param place the directory of a running thread in {@code /proc}
 */
record RunningProcess(String number, String parent, Path place) {

  private static final String NUMBERS = "[0-9]*";

  /**
   * Returns the processes that have a uid as any of their four uids: sudo does not change all of
   * them at once.
   *
   * @param processes the directory {@code /proc}
   */
  static List<RunningProcess> of(Path processes, Uid user) throws IOException {
    List<RunningProcess> found = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(processes, NUMBERS)) {
      for (Path process : all) {
        List<String> status = status(process);
        if (words(status, "Uid:").contains(user.toString())) {
          running(process, status).ifPresent(found::add);
        }
      }
    }
    return found;
  }

  /** Tells whether this process is the parent of the other one. */
  boolean isParentOf(RunningProcess other) {
    return number.equals(other.parent());
  }

  /** Returns the target of a link in {@code /proc}. */
  Path link(String name) throws IOException {
    return Files.readSymbolicLink(place.resolve(name));
  }

  private static Optional<RunningProcess> running(Path process, List<String> status)
      throws IOException {
    String number = process.getFileName().toString();
    String parent = words(status, "PPid:").getFirst();
    if (!List.of("Z", "X").contains(words(status, "State:").getFirst())) {
      return Optional.of(new RunningProcess(number, parent, process));
    }
    boolean isAlone = words(status, "Threads:").equals(List.of("1"));
    return isAlone
        ? Optional.empty()
        : Optional.of(new RunningProcess(number, parent, otherThread(process)));
  }

  /** Returns a thread besides the first one, which has ended. */
  private static Path otherThread(Path process) throws IOException {
    Path tasks = process.resolve("task");
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks, NUMBERS)) {
      for (Path thread : threads) {
        if (!thread.getFileName().equals(process.getFileName())) {
          return thread;
        }
      }
    } catch (IOException e) {
      requireEnded(process, e);
    }
    return process;
  }

  private static List<String> status(Path process) throws IOException {
    try {
      // a process name may consist of any bytes; line breaks in it are escaped
      return Files.readAllLines(process.resolve("status"), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      requireEnded(process, e);
      return List.of();
    }
  }

  private static void requireEnded(Path process, IOException because) throws IOException {
    if (Files.exists(process)) {
      throw because;
    }
  }

  private static List<String> words(List<String> status, String name) {
    return status.stream()
        .filter(line -> line.startsWith(name))
        .map(line -> line.substring(name.length()).strip())
        .flatMap(values -> Arrays.stream(values.split("\\s+")))
        .toList();
  }
}
