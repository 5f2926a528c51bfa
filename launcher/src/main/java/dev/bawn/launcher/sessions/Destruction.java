package dev.bawn.launcher.sessions;

import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.record.SessionDirectory;
import dev.bawn.launcher.record.SessionName;
import dev.bawn.launcher.record.SessionPlaces;
import dev.bawn.launcher.workspace.Checkout;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * Removes the files of a session. Its trees are an agent's: of any depth, with directories that are
 * closed to their owner, and with links to anywhere. rm(1) follows no symbolic link. No file is
 * changed before it is removed: it may have another hard link outside of the session.
 */
public final class Destruction {

  private Destruction() {}

  /**
   * Removes workspace and record, the record last. It first marks the session: after an interrupted
   * removal it has no work any more, and can only be removed.
   *
   * @throws Failed if a file could not be removed
   */
  public static void of(SessionName name, SessionPlaces places) {
    SessionDirectory session = places.session(name);
    requireKnown(session.path());
    requireKnown(places.workspace(name));
    mark(session);
    stopRecord(places.workspace(name).resolve("base"));
    release(name, places);
    remove(places.workspace(name));
    removeRecord(session);
  }

  /**
   * Requires that a directory is there or missing. Below a directory that the caller cannot enter,
   * it only seems to be missing.
   *
   * @throws Failed if that cannot be told
   */
  private static void requireKnown(Path tree) {
    if (!Files.exists(tree, LinkOption.NOFOLLOW_LINKS)
        && !Files.notExists(tree, LinkOption.NOFOLLOW_LINKS)) {
      throw new Failed("permission denied: " + tree, "see: namei -l " + tree);
    }
  }

  private static void mark(SessionDirectory session) {
    try {
      if (Files.isDirectory(session.path(), LinkOption.NOFOLLOW_LINKS)
          && !session.isBeingRemoved()) {
        Files.createFile(session.removed());
      }
    } catch (IOException e) {
      return; // rm reports the error a moment later
    }
  }

  /**
   * Releases the borrowed objects. A project that was moved, or may lead elsewhere, keeps the
   * reference, and some objects.
   */
  private static void release(SessionName name, SessionPlaces places) {
    try {
      Checkout.release(places.workspace(name), name.text());
    } catch (IOException | Failed | Refused e) {
      return;
    }
  }

  /** Removes the record, and the mark last. */
  private static void removeRecord(SessionDirectory session) {
    if (session.isBeingRemoved()) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(session.path())) {
        for (Path file : files) {
          if (!file.equals(session.removed())) {
            remove(file);
          }
        }
      } catch (IOException e) {
        throw new Failed(
            "not all of " + session.path() + " could be removed: " + e.getMessage(),
            "see: ls -lR " + session.path());
      }
    }
    remove(session.path());
  }

  /**
   * Moves the base aside. {@code record-base} may still write files below this path, and ends when
   * the path is missing.
   */
  private static void stopRecord(Path base) {
    try {
      if (Files.isDirectory(base, LinkOption.NOFOLLOW_LINKS)) {
        Files.move(base, base.resolveSibling("base.removed"), StandardCopyOption.ATOMIC_MOVE);
      }
    } catch (IOException e) {
      return; // an interrupted removal has moved it before, or rm reports the error a moment later
    }
  }

  /**
   * Removes one tree of the caller, if it exists.
   *
   * @throws Failed if a file in it could not be removed, or the caller cannot enter its parent
   */
  public static void remove(Path tree) {
    requireKnown(tree);
    if (!Files.exists(tree, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    String said = removed(tree);
    if (Files.isDirectory(tree, LinkOption.NOFOLLOW_LINKS)) {
      open(tree);
      said = removed(tree);
    }
    if (Files.exists(tree, LinkOption.NOFOLLOW_LINKS)) {
      throw new Failed(
          "not all of " + tree + " could be removed: " + said,
          Files.isWritable(tree.getParent())
              ? "see: ls -lR " + tree
              : Failed.of(new FileSystemException(tree.toString(), null, said)).hint());
    }
  }

  /**
   * Opens the remaining directories to their owner, from the top down. chmod(1) follows a link that
   * replaces a directory in between.
   */
  private static void open(Path tree) {
    TreeProgram.changing(
        tree,
        List.of(
            "/usr/bin/find",
            tree.toString(),
            "-xdev",
            "-type",
            "d",
            "!",
            "-perm",
            "-0700",
            "-execdir",
            "/usr/bin/chmod",
            "u+rwx",
            "{}",
            ";"));
  }

  private static String removed(Path tree) {
    return TreeProgram.run(
        List.of("/usr/bin/rm", "-r", "-f", "--one-file-system", "--", tree.toString()));
  }
}
