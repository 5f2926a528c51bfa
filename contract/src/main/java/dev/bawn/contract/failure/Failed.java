package dev.bawn.contract.failure;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** An operation failed that should have succeeded. Exit status 1. */
public final class Failed extends Failure {

  private static final long serialVersionUID = 1;

  /** How ProcessBuilder begins. */
  private static final String NOT_STARTED = "Cannot run program \"";

  /**
   * @param what the failure: lower case, no full stop
   * @param hint the hint, or an empty string
   */
  public Failed(String what, String hint) {
    super(1, what, hint);
  }

  /** The failure of a file or a process for which there is no better message. */
  public static Failed of(IOException e) {
    String message = String.valueOf(e.getMessage());
    if (message.startsWith(NOT_STARTED)) {
      return notStarted(message.split("\"", 3)[1], message);
    }
    return new Failed(
        switch (e) {
          case NoSuchFileException file -> file.getFile() + " does not exist";
          case AccessDeniedException file -> "permission denied: " + file.getFile();
          case FileAlreadyExistsException file -> file.getFile() + " already exists";
          case FileSystemException file when file.getReason() != null ->
              file.getFile() + ": " + file.getReason();
          case FileSystemException file -> file.getFile() + " cannot be made or written";
          default -> message;
        },
        hint(e, message));
  }

  /**
   * As {@link #of(IOException)}, in a sentence.
   *
   * @param undone what could not be done
   */
  public static Failed of(String undone, IOException e) {
    Failed cause = of(e);
    return new Failed(undone + ": " + cause.what(), cause.hint());
  }

  private static String hint(IOException e, String message) {
    if (message.contains("No space left on device") || message.contains("quota exceeded")) {
      return "free some space, then run it again; df -h shows which file system is full";
    }
    if (!(e instanceof FileSystemException file) || file.getFile() == null) {
      return "";
    }
    // findmnt(8) finds only paths that exist; the file may not
    return message.contains("Read-only file system")
        ? "see: findmnt --target " + Printable.of(file.getFile().replaceFirst("(.)/[^/]*/*$", "$1"))
        : "see: namei -l " + Printable.of(file.getFile());
  }

  /** A program that Java could not start; its own sentence names the directory, too. */
  private static Failed notStarted(String program, String message) {
    return message.contains("No such file or directory")
        ? new Failed(
            program + " cannot be started: it is not installed", ProgramPackage.hint(program))
        : new Failed(
            program + " cannot be started: " + message.replaceFirst(".*error: ", ""),
            "see: ls -l " + program);
  }

  /** A signal, or the end of the program, interrupted the command. */
  public static Failed interrupted() {
    return new Failed("interrupted", "run the command again");
  }

  /** As {@link #interrupted()}, for a wait of this thread, which stays interrupted. */
  public static Failed interrupted(InterruptedException wait) {
    Thread.currentThread().interrupt();
    Failed failed = interrupted();
    failed.initCause(wait);
    return failed;
  }
}
