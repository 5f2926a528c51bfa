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
 * A process in which something still runs. One that has ended keeps its number until its parent
 * takes notice, as long as that likes, and is none of these; one whose first thread alone has ended
 * is.
 *
 * @param number by which it is killed
 * @param parent the number of who would take notice
 * @param place where {@code /proc} tells about a thread of it that runs
 */
record RunningProcess(String number, String parent, Path place) {

  private static final String NUMBERS = "[0-9]*";

  /**
   * Those of one user, by any of the four uids that a process has: sudo does not change all of them
   * at the same moment.
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

  /** Whether it is this one that takes notice when the other ends. */
  boolean isParentOf(RunningProcess other) {
    return number.equals(other.parent());
  }

  /** What a link of {@code /proc} says of it. */
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

  /** One beside the first, which has ended. */
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
      // a name may be made of any bytes; ends of lines in it are escaped
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
