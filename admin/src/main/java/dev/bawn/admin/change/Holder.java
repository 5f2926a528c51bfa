package dev.bawn.admin.change;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The process that holds a lock, as root can find it. A stopped process (for example by Ctrl-Z)
 * keeps its locks until it continues.
 *
 * @param pid its PID
 * @param isStopped whether a signal has stopped it
 */
record Holder(String pid, boolean isStopped) {

  /**
   * The index of a field in a line of {@code /proc/locks} about a lock that is held, see
   * proc_locks(5).
   */
  private static final int KIND = 1;

  private static final int PID = 4;
  private static final int INODE = 5;

  /**
   * Finds the process that holds the lock of a file.
   *
   * @param processes the directory {@code /proc}
   * @return empty if the process cannot be found
   */
  static Optional<Holder> of(Path file, Path processes) {
    try {
      for (String line : Files.readAllLines(processes.resolve("locks"))) {
        String[] fields = line.split("\\s+");
        if (fields.length > INODE
            && fields[KIND].equals("POSIX")
            && holds(processes.resolve(fields[PID]), file, inode(fields[INODE]))) {
          return Optional.of(new Holder(fields[PID], isStopped(processes.resolve(fields[PID]))));
        }
      }
    } catch (IOException e) {
      return Optional.empty();
    }
    return Optional.empty();
  }

  /** Formats the process for messages. */
  String text() {
    return "process " + pid + (isStopped ? ", which is stopped" : "");
  }

  /** Returns the command that releases the lock. */
  String hint() {
    return isStopped
        ? "let it go on: sudo kill -CONT " + pid + "; or end it: sudo kill -KILL " + pid
        : "try again when it has finished, or end it: sudo kill -KILL " + pid;
  }

  /**
   * Tells whether a process has this file open and does not hold the lock of another open file
   * instead: it may wait for one lock and hold another. On some file systems, stat(2) reports
   * another inode than the list of locks.
   */
  private static boolean holds(Path process, Path file, String inode) {
    boolean hasIt = false;
    try (DirectoryStream<Path> open = Files.newDirectoryStream(process.resolve("fd"))) {
      for (Path each : open) {
        if (Files.readSymbolicLink(each).equals(file)) {
          hasIt = true;
        } else if (inode.equals(inodeOf(each))) {
          return false;
        }
      }
    } catch (IOException e) {
      // it has ended
      return false;
    }
    return hasIt;
  }

  /** Parses "MAJOR:MINOR:INODE". */
  private static String inode(String place) {
    return place.substring(place.lastIndexOf(':') + 1);
  }

  private static String inodeOf(Path open) {
    try {
      return String.valueOf(Files.getAttribute(open, "unix:ino"));
    } catch (IOException e) {
      // it was closed
      return "";
    }
  }

  private static boolean isStopped(Path process) throws IOException {
    List<String> status =
        Files.readAllLines(process.resolve("status"), StandardCharsets.ISO_8859_1);
    return status.stream().anyMatch(line -> line.matches("State:\\s+[Tt]\\b.*"));
  }
}
