package dev.bawn.launcher.engine;

import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.config.ReplacedFile;
import dev.bawn.launcher.record.RenamedPlan;
import dev.bawn.launcher.record.SessionDirectory;
import dev.bawn.launcher.record.SessionFile;
import dev.bawn.launcher.record.SessionName;
import dev.bawn.launcher.record.SessionPlaces;
import dev.bawn.launcher.workspace.Checkout;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;

/**
 * Gives a session another name. Its directories are renamed one after the other, so bawn first
 * writes both names into {@code .renaming} beside the directories of all sessions. While that file
 * exists, each command waits for the lock, and finishes the renaming if its process has died: no
 * command sees a part of a session under each name. A new session takes its name under the same
 * lock.
 *
 * @param places the directories of sessions
 * @param tmux the server with their terminals
 */
public record Renaming(SessionPlaces places, Tmux tmux) {

  private static final String BEGUN = ".renaming";
  private static final String LOCK = ".renaming.lock";

  /**
   * Finishes the renaming of a process that died; waits for a running one. In the usual case this
   * checks one file.
   */
  public static void settle(SessionPlaces places, Surroundings here) {
    if (places.sessions().resolve(BEGUN).toFile().exists()) {
      try {
        new Renaming(places, Tmux.of(places, here)).locked(() -> {});
      } catch (IOException e) {
        throw failed(e);
      }
    }
  }

  /**
   * Renames a session, as a whole or not at all.
   *
   * @return false if the new name is in use
   * @throws Failed if it fails; then the session has its old name
   */
  public boolean carryOut(SessionName from, SessionName to) {
    try {
      boolean[] isFree = {false};
      locked(() -> {
        isFree[0] = isFree(to);
        if (isFree[0]) {
          begin(from, to);
          finish(from, to);
        }
      });
      return isFree[0];
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** The last step of a new session: the one that gives it its name. */
  @FunctionalInterface
  public interface Naming {
    /** Takes the step; returns false if another session has the name. */
    boolean isDone() throws IOException;
  }

  /**
   * Gives a new session its name while no other session is renamed.
   *
   * @return false if another session has the name
   * @throws Refused if an interrupted renaming gives a session this name
   * @throws IOException if the step fails
   */
  public static boolean named(SessionName name, SessionPlaces places, Naming step)
      throws IOException {
    try (FileChannel _ = lock(places)) {
      String[] names = begun(places);
      if (names.length == 2 && names[1].equals(name.text())) {
        throw new Refused(
            "the name '" + name + "' is in use: a renaming to it was interrupted",
            "give another name; the next command finishes the renaming: bawn list");
      }
      return step.isDone();
    }
  }

  private static FileChannel lock(SessionPlaces places) throws IOException {
    FileChannel channel =
        FileChannel.open(
            places.sessions().resolve(LOCK),
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    channel.lock();
    return channel;
  }

  /** The two names of a renaming that has begun. */
  private static String[] begun(SessionPlaces places) {
    return SessionFile.line(places.sessions().resolve(BEGUN)).split(" ");
  }

  @FunctionalInterface
  private interface Work {
    void run() throws IOException;
  }

  private void locked(Work work) throws IOException {
    try (FileChannel _ = lock(places)) {
      String[] names = begun(places);
      if (names.length == 2) {
        finish(SessionName.of(names[0]), SessionName.of(names[1]));
      }
      work.run();
    }
  }

  private boolean isFree(SessionName name) {
    if (exists(places.session(name).path()) || exists(places.workspace(name))) {
      return false;
    }
    if (tmux.has(name) && tmux.isDead(name)) {
      // the last screen of a start that was interrupted
      tmux.call("kill-session", "-t", Tmux.target(name));
    }
    return !tmux.has(name);
  }

  /** Does every step that can fail before it writes the file that marks the beginning. */
  private void begin(SessionName from, SessionName to) throws IOException {
    ReplacedFile.write(next(places.session(from)), RenamedPlan.text(places, from, to, Map.of()));
    Checkout.keepAlso(places.workspace(from), from.text(), to.text());
    ReplacedFile.write(places.sessions().resolve(BEGUN), from + " " + to + "\n");
  }

  /** Does the remaining steps; a step that was done is skipped. */
  private void finish(SessionName from, SessionName to) throws IOException {
    if (tmux.has(from)) {
      tmux.call("rename-session", "-t", Tmux.target(from), Tmux.title(to));
    }
    noteWritten(from, to);
    if (exists(places.workspace(from))) {
      Files.move(places.workspace(from), places.workspace(to), StandardCopyOption.ATOMIC_MOVE);
    }
    SessionDirectory old = places.session(from);
    if (exists(old.path())) {
      if (exists(next(old))) {
        Files.move(next(old), old.plan(), StandardCopyOption.ATOMIC_MOVE);
      }
      Path record = places.workspace(to).resolve(SessionPlaces.RECORD);
      if (exists(record)) {
        ReplacedFile.write(record, places.session(to).path() + "\n");
      }
      Files.move(old.path(), places.session(to).path(), StandardCopyOption.ATOMIC_MOVE);
    }
    release(from, to);
    Files.deleteIfExists(places.sessions().resolve(BEGUN));
  }

  /**
   * Renames the list of written directories. It exists under both names for a moment, so a
   * simultaneous start always finds one.
   */
  private void noteWritten(SessionName from, SessionName to) throws IOException {
    Path written = places.sessions().resolveSibling("written");
    Path old = written.resolve(from.text());
    if (exists(old)) {
      Path other = written.resolve(to.text());
      Files.deleteIfExists(other);
      Files.createLink(other, old);
      Files.delete(old);
    }
  }

  /** Removes the references of the old name. A project that was moved in between keeps them. */
  private void release(SessionName from, SessionName to) {
    try {
      Checkout.release(places.workspace(to), from.text());
    } catch (IOException | RuntimeException e) {
      return;
    }
  }

  private static Path next(SessionDirectory session) {
    return session.path().resolve("plan.renamed");
  }

  private static boolean exists(Path path) {
    return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
  }

  private static Failed failed(IOException e) {
    return new Failed(
        "the session cannot be renamed: " + Printable.whole(String.valueOf(e.getMessage())),
        "is the disk full or read-only? then try again");
  }
}
