package dev.bawn.admin.change;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The process that holds a lock, as root can find out. One that somebody stopped (Ctrl-Z is enough)
 * holds its locks until it goes on.
 *
 * @param pid its number
 * @param isStopped whether somebody has to let it go on
 */
record Holder(String pid, boolean isStopped) {

  /** The fields of a line of {@code /proc/locks}, see proc_locks(5): a lock that is held. */
  private static final int KIND = 1;

  private static final int PID = 4;

  /**
   * Who holds the lock of a file.
   *
   * @param processes the directory {@code /proc}
   * @return nothing where that cannot be told
   */
  static Optional<Holder> of(Path file, Path processes) {
    try {
      for (String line : Files.readAllLines(processes.resolve("locks"))) {
        String[] fields = line.split("\\s+");
        // an inode's number there is not always that which stat(2) tells
        if (fields.length > PID
            && fields[KIND].equals("POSIX")
            && hasOpen(processes.resolve(fields[PID]), file)) {
          return Optional.of(new Holder(fields[PID], isStopped(processes.resolve(fields[PID]))));
        }
      }
    } catch (IOException e) {
      return Optional.empty();
    }
    return Optional.empty();
  }

  /** For people. */
  String text() {
    return "process " + pid + (isStopped ? ", which somebody stopped" : "");
  }

  /** What to do about it. */
  String mend() {
    return isStopped
        ? "let it go on: sudo kill -CONT " + pid + "; or end it: sudo kill -KILL " + pid
        : "try again when it has finished, or end it: sudo kill " + pid;
  }

  private static boolean hasOpen(Path process, Path file) {
    try (DirectoryStream<Path> open = Files.newDirectoryStream(process.resolve("fd"))) {
      for (Path each : open) {
        if (Files.readSymbolicLink(each).equals(file)) {
          return true;
        }
      }
    } catch (IOException e) {
      // it has ended meanwhile
      return false;
    }
    return false;
  }

  private static boolean isStopped(Path process) throws IOException {
    List<String> status =
        Files.readAllLines(process.resolve("status"), StandardCharsets.ISO_8859_1);
    return status.stream().anyMatch(line -> line.matches("State:\\s+[Tt]\\b.*"));
  }
}
