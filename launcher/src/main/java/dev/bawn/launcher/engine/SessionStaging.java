package dev.bawn.launcher.engine;

import dev.bawn.contract.failure.Failed;
import dev.bawn.launcher.record.SessionDirectory;
import dev.bawn.launcher.record.SessionName;
import dev.bawn.launcher.record.SessionPlaces;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.workspace.TreeRemoval;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Creates the directories of a new session. They are in {@code .new} beside those of other
 * sessions, under the name of the session and the PID of the launcher. When they are complete, they
 * are renamed, the session's own directory last. So every visible session is complete. The next
 * start removes what a killed launcher left: its PID identifies it.
 */
final class SessionStaging {

  /** Private to the owner. */
  static final FileAttribute<Set<PosixFilePermission>> PRIVATE =
      PosixFilePermissions.asFileAttribute(
          EnumSet.of(
              PosixFilePermission.OWNER_READ,
              PosixFilePermission.OWNER_WRITE,
              PosixFilePermission.OWNER_EXECUTE));

  /** The staging of an earlier session, whose files are all in place. */
  static final SessionStaging OF_AN_EARLIER_ONE = new SessionStaging(List.of(), "", _ -> true);

  private static final String BESIDE = ".new";

  private final List<Path> places;
  private final String mark;
  private final Naming naming;

  /** Takes the last step while no session is renamed, see {@link Renaming#named}. */
  @FunctionalInterface
  private interface Naming {
    boolean isDone(Renaming.Naming step) throws IOException;
  }

  private SessionStaging(List<Path> places, String mark, Naming naming) {
    this.places = places;
    this.mark = mark;
    this.naming = naming;
  }

  /**
   * Begins a new session, which replaces an abandoned one of the same name.
   *
   * @param kept the directories of sessions
   * @param proc the path of {@code /proc}
   */
  static SessionStaging ofNew(SessionRecord record, SessionPlaces kept, Path proc)
      throws IOException {
    SessionName name = record.name();
    if (kept.isAbandoned(name, record.created())) {
      TreeRemoval.remove(kept.session(name).path());
      TreeRemoval.remove(kept.workspace(name));
    }
    Path session = kept.session(name).path();
    Path workspace = kept.workspace(name);
    boolean apart = record.changes().isPresent();
    String self = Files.readSymbolicLink(Path.of("/proc/self")).toString();
    SessionStaging site =
        new SessionStaging(
            apart ? List.of(workspace, session) : List.of(session),
            name + "." + self,
            step -> Renaming.named(name, kept, step));
    try {
      for (Path place : site.places) {
        Path parent = Files.createDirectories(place.resolveSibling(BESIDE), PRIVATE);
        clear(parent, self, proc);
        Files.createDirectory(parent.resolve(site.mark), PRIVATE);
      }
    } catch (IOException e) {
      site.drop();
      throw e;
    }
    return site;
  }

  /**
   * Marks a new session that is not started now: one without a lock file counts as a start that was
   * given up.
   */
  static void rest(SessionDirectory session) throws IOException {
    Files.createFile(session.lock());
  }

  /** The failure of a start whose files could not be made. */
  static Failed notPrepared(IOException e) {
    return Failed.of("the session could not be prepared", e);
  }

  /** Removes the files of processes that have died. */
  private static void clear(Path parent, String self, Path proc) throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(parent)) {
      for (Path entry : entries) {
        String name = entry.getFileName().toString();
        String maker = name.substring(name.lastIndexOf('.') + 1);
        if (maker.equals(self) || !Files.exists(proc.resolve(maker))) {
          TreeRemoval.remove(entry);
        }
      }
    }
  }

  /** The present path of a path in the plan. */
  Path at(Path planned) {
    for (Path place : places) {
      if (planned.startsWith(place)) {
        return beside(place).resolve(place.relativize(planned));
      }
    }
    return planned;
  }

  private Path beside(Path place) {
    return place.resolveSibling(BESIDE).resolve(mark);
  }

  /**
   * Renames all directories to their final paths.
   *
   * @return false if another session has one of them; then nothing has changed
   * @throws IOException if one cannot be renamed; then nothing has changed either
   */
  boolean settle() throws IOException {
    return naming.isDone(this::areInPlace);
  }

  private boolean areInPlace() throws IOException {
    for (Path place : places) {
      boolean isThere = false;
      try {
        isThere = comesTo(place);
      } finally {
        if (!isThere) {
          takeBackBefore(place);
        }
      }
      if (!isThere) {
        return false;
      }
    }
    return true;
  }

  private boolean comesTo(Path place) throws IOException {
    try {
      Files.move(beside(place), place, StandardCopyOption.ATOMIC_MOVE);
      return true;
    } catch (IOException e) {
      if (Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
        return false;
      }
      throw e;
    }
  }

  private void takeBackBefore(Path last) throws IOException {
    for (Path place : places) {
      if (place.equals(last)) {
        return;
      }
      Files.move(place, beside(place), StandardCopyOption.ATOMIC_MOVE);
    }
  }

  /** Removes the directories that are not at their final paths. */
  void drop() {
    for (Path place : places) {
      removeIfPossible(beside(place));
    }
  }

  /** Removes the directories at their final paths, whose session never began. */
  void withdraw() {
    for (int i = places.size() - 1; i >= 0; i--) {
      removeIfPossible(places.get(i));
    }
  }

  /** Removes a tree. A failure is not reported, since an earlier one will be. */
  private static void removeIfPossible(Path tree) {
    try {
      TreeRemoval.remove(tree);
    } catch (IOException e) {
      return;
    }
  }
}
