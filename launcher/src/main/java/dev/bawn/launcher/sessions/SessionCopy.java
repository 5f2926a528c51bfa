package dev.bawn.launcher.sessions;

import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Printable;
import dev.bawn.launcher.config.ReplacedFile;
import dev.bawn.launcher.engine.HomeLease;
import dev.bawn.launcher.engine.Renaming;
import dev.bawn.launcher.engine.SessionStates;
import dev.bawn.launcher.plan.SessionHome;
import dev.bawn.launcher.record.RenamedPlan;
import dev.bawn.launcher.record.SessionName;
import dev.bawn.launcher.record.SessionPlaces;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.workspace.Checkout;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Copies a session that does not run: its changes, bawn's data about them, its home and its plan.
 * The copy is made in {@code .copy} beside the other sessions, under its name and the PID of this
 * process, and then renamed, its own directory last.
 */
public final class SessionCopy {

  private static final String BESIDE = ".copy";

  /**
   * Files of an ended start, or that the next one makes again; and a directory of the kernel, which
   * is closed. The copy signs with its own key.
   */
  private static final Set<String> NOT_COPIED =
      Set.of(
          "plan.json",
          "plan.renamed",
          "started",
          "exit",
          "inside",
          "kernel",
          "log",
          "log.1",
          "lock",
          "paused",
          "removed",
          "mounts",
          "etc",
          "ssh",
          "identity",
          "work",
          "session",
          "base.removed");

  private final SessionPlaces places;
  private final SessionStates states;
  private final SessionRecord record;
  private final SessionName to;
  private final String mark;

  /**
   * @param places the directories of sessions
   * @param states of the sessions
   * @param record of the session
   * @param to the name of the copy
   */
  public SessionCopy(
      SessionPlaces places, SessionStates states, SessionRecord record, SessionName to) {
    this.places = places;
    this.states = states;
    this.record = record;
    this.to = to;
    this.mark = to + "." + ProcessHandle.current().pid();
  }

  /** Tells whether a session uses the home, which could change while it is copied. */
  public boolean hasUsedHome() {
    return keptHome().filter(home -> new HomeLease(states.proc()).isUsed(lock(home))).isPresent();
  }

  private static Path lock(Path home) {
    return SessionHome.lock(home.getParent(), home.getFileName().toString());
  }

  /** The home that bawn keeps for the session; the copy shares a directory of the caller. */
  private Optional<Path> keptHome() {
    return record
        .home()
        .filter(home -> home.startsWith(places.homes()))
        .filter(home -> Files.isDirectory(home, LinkOption.NOFOLLOW_LINKS));
  }

  /**
   * Makes the copy, as a whole or not at all.
   *
   * @return false if its name is in use
   * @throws Failed if a file cannot be copied
   */
  public boolean make() {
    if (exists(places.session(to).path()) || exists(places.workspace(to))) {
      return false;
    }
    Optional<Path> home = Optional.empty();
    boolean isMade = false;
    try {
      clear();
      home = copyHome();
      copy(places.session(record.name()).path(), places.session(to).path());
      copy(places.workspace(record.name()), places.workspace(to));
      complete(home);
      Checkout.keepAlso(places.workspace(record.name()), record.name().text(), to.text());
      isMade = Renaming.named(to, places, this::settle);
      return isMade;
    } catch (IOException e) {
      throw failed(String.valueOf(e.getMessage()));
    } finally {
      if (!isMade) {
        home.ifPresent(Destruction::remove);
      }
      Destruction.remove(beside(places.session(to).path()));
      Destruction.remove(beside(places.workspace(to)));
    }
  }

  /** Removes the files of processes that have died. */
  private void clear() throws IOException {
    for (Path all : List.of(places.sessions(), places.workspaces())) {
      Path parent =
          Files.createDirectories(
              all.resolve(BESIDE),
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(parent)) {
        for (Path entry : entries) {
          String name = entry.getFileName().toString();
          if (!exists(states.proc().resolve(name.substring(name.lastIndexOf('.') + 1)))) {
            Destruction.remove(entry);
          }
        }
      }
    }
  }

  /** Copies the home into an unused directory, the one for the next home. */
  private Optional<Path> copyHome() throws IOException {
    Optional<Path> from = keptHome();
    if (from.isEmpty()) {
      return Optional.empty();
    }
    String id = from.get().getFileName().toString().replaceFirst("\\.[0-9]+$", "");
    for (int number = 2; ; number++) {
      Path home = from.get().resolveSibling(id + "." + number);
      try {
        Files.createDirectory(home);
      } catch (FileAlreadyExistsException e) {
        continue;
      }
      try {
        copyTree(from.get(), home, home);
        return Optional.of(home);
      } catch (Failed e) {
        Destruction.remove(home);
        throw e;
      }
    }
  }

  private void copy(Path from, Path to) throws IOException {
    if (!exists(from)) {
      return;
    }
    Path copy = Files.createDirectory(beside(to));
    Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rwx------"));
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(from)) {
      for (Path entry : entries) {
        String name = entry.getFileName().toString();
        if (!NOT_COPIED.contains(name) && !name.startsWith(".")) {
          copyTree(entry, copy.resolve(name), copy);
        }
      }
    }
  }

  /**
   * Copies a file or a tree.
   *
   * @param within a directory that contains the copy, or is it: cp(1) sees no other
   */
  private static void copyTree(Path from, Path to, Path within) {
    // cp(1) follows a link that replaces a directory while it walks
    String said =
        TreeProgram.copying(
            from,
            within,
            List.of(
                "/usr/bin/cp",
                "-a",
                "--reflink=auto",
                "--one-file-system",
                "--no-target-directory",
                "--",
                from.toString(),
                to.toString()));
    if (!said.isEmpty()) {
      throw failed(said);
    }
  }

  private void complete(Optional<Path> home) throws IOException {
    Map<Path, Path> moved =
        home.map(copy -> Map.of(keptHome().orElseThrow(), copy)).orElse(Map.of());
    Path session = beside(places.session(to).path());
    ReplacedFile.write(
        session.resolve("plan.json"), RenamedPlan.text(places, record.name(), to, moved));
    // without it the session would look like one whose start was given up
    Files.createFile(session.resolve("lock"));
    if (exists(beside(places.workspace(to)))) {
      ReplacedFile.write(
          beside(places.workspace(to)).resolve(SessionPlaces.RECORD),
          places.session(to).path() + "\n");
    }
  }

  private boolean settle() throws IOException {
    Path workspace = places.workspace(to);
    boolean isApart = exists(beside(workspace));
    if (exists(places.session(to).path()) || exists(workspace)) {
      return false;
    }
    if (isApart) {
      Files.move(beside(workspace), workspace, StandardCopyOption.ATOMIC_MOVE);
    }
    Files.move(
        beside(places.session(to).path()),
        places.session(to).path(),
        StandardCopyOption.ATOMIC_MOVE);
    return true;
  }

  private Path beside(Path place) {
    return place.resolveSibling(BESIDE).resolve(mark);
  }

  private static boolean exists(Path path) {
    return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
  }

  private static Failed failed(String reason) {
    return new Failed(
        "the session cannot be copied: " + Printable.whole(reason),
        "nothing was copied; free disk space, or make that file readable");
  }
}
