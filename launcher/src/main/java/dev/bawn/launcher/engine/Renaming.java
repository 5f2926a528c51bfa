package dev.bawn.launcher.engine;

import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Printable;
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
import java.util.Map;

/**
 * Gives a session another name. Its directories are renamed one after the other, so bawn first
 * writes both names into {@code .renaming} beside the directories of all sessions. While that file
 * exists, each command waits for the lock, and finishes the renaming if its process has died: no
 * command finds a part of a session under each name.
 *
 * @param places where sessions lie
 * @param tmux the server with their terminals
 */
public record Renaming(SessionPlaces places, Tmux tmux) {

  private static final String BEGUN = ".renaming";
  private static final String LOCK = ".renaming.lock";

  /**
   * Finishes what a process began that has died; waits for one that is at work. Nearly always there
   * is nothing, and this asks for one file.
   *
   * @param library the directory {@code lib/bawn} of this installation
   */
  public static void settle(SessionPlaces places, Path library) {
    if (places.sessions().resolve(BEGUN).toFile().exists()) {
      try {
        new Renaming(places, Tmux.of(places, library)).locked(() -> {});
      } catch (IOException e) {
        throw failed(e);
      }
    }
  }

  /**
   * Renames a session, whole or not at all.
   *
   * @return false if something has the new name
   * @throws Failed if that is not possible; then it has its old name
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

  @FunctionalInterface
  private interface Work {
    void run() throws IOException;
  }

  private void locked(Work work) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            places.sessions().resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      channel.lock();
      String[] names = SessionFile.line(places.sessions().resolve(BEGUN)).split(" ");
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

  /** All that can fail comes before the file that says that it has begun. */
  private void begin(SessionName from, SessionName to) throws IOException {
    ReplacedFile.write(next(places.session(from)), RenamedPlan.text(places, from, to, Map.of()));
    Checkout.keepAlso(places.workspace(from), from.text(), to.text());
    ReplacedFile.write(places.sessions().resolve(BEGUN), from + " " + to + "\n");
  }

  /** Each step is done, or done already. */
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

  /** Under both names for a moment: a start that reads the directory meanwhile finds one. */
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

  /** A project that was moved meanwhile keeps the reference of the old name. */
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
