package dev.bawn.launcher.engine;

import dev.bawn.contract.failure.Failure;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.sandbox.HostPath;
import dev.bawn.contract.sandbox.SandboxStep;
import dev.bawn.launcher.config.ReplacedFile;
import dev.bawn.launcher.plan.SessionPlan;
import dev.bawn.launcher.record.RecordFile;
import dev.bawn.launcher.record.SessionDirectory;
import dev.bawn.launcher.record.SessionFile;
import dev.bawn.launcher.record.SessionName;
import dev.bawn.launcher.record.SessionPlaces;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The directories of the machine that sessions can write right now, in addition to those that bawn
 * keeps for them. A file for each such session has the mark of its process in a line, followed by
 * the directories. The session can replace a path below one of them by a link, after bawn has
 * checked the path and before bubblewrap mounts it. So no other session gets such a path at the
 * same time.
 *
 * @param directory of these files
 * @param sessions the directory of the sessions' records
 * @param kept bawn's directories for sessions, which no other session may mount
 * @param proc the path of {@code /proc}
 */
public record WrittenPlaces(Path directory, Path sessions, List<Path> kept, Path proc) {

  private static final int LARGEST = 1 << 20;

  /** The mounts for reading or writing that are compared: no directory of bawn, and no device. */
  private static final Set<SandboxStep.Manner> SHOWN =
      EnumSet.of(
          SandboxStep.Manner.READ_ONLY, SandboxStep.Manner.FILES, SandboxStep.Manner.WRITABLE);

  /**
   * The name of the list of all directories that sessions could ever write, each between two NUL.
   */
  private static final String EVER = ".ever";

  /**
   * The list for the caller's sessions.
   *
   * @param proc the path of {@code /proc}
   */
  public static WrittenPlaces in(SessionPlaces places, Path proc) {
    return new WrittenPlaces(
        places.sessions().resolveSibling("written"),
        places.sessions(),
        List.of(places.homes(), places.workspaces()),
        proc);
  }

  /**
   * Requires that no running session can replace a path that this session mounts.
   *
   * @throws Refused if one can
   */
  public void requireNoneAbove(SessionPlan plan) {
    if (!Files.isDirectory(directory)) {
      return;
    }
    List<String> shown = shown(plan);
    try (DirectoryStream<Path> sessions = Files.newDirectoryStream(directory)) {
      for (Path each : sessions) {
        String name = each.getFileName().toString();
        if (!name.startsWith(".") && !name.equals(plan.session().name().text())) {
          for (String place : placesOf(each)) {
            requireNotBelow(place, shown, name, plan.session().project());
          }
        }
      }
    } catch (IOException e) {
      throw new Refused(
          "cannot read which directories sessions write: " + Printable.of(directory),
          "see: namei -l " + Printable.of(directory));
    }
  }

  /**
   * Records the directories that a session will be able to write, before it begins.
   *
   * @param process that becomes the session
   */
  void note(SessionPlan plan, ProcessMark process) throws IOException {
    List<String> written = written(plan.start().mounts());
    if (!written.isEmpty()) {
      noteForEver(written);
      ReplacedFile.write(
          directory.resolve(plan.session().name().text()),
          process.text() + String.join("\0", written));
    }
  }

  private List<String> written(List<SandboxStep> steps) {
    List<String> written = new ArrayList<>();
    for (SandboxStep step : steps) {
      Optional<HostPath> place =
          step instanceof SandboxStep.Mount mount ? mount.written() : Optional.empty();
      if (place.isPresent() && !isKept(place.get())) {
        written.add(place.get().text());
      }
    }
    return written;
  }

  private boolean isKept(HostPath written) {
    for (Path each : kept) {
      if (Path.of(written.text()).startsWith(each)) {
        return true;
      }
    }
    return false;
  }

  /** The directories that sessions could ever write, including destroyed sessions. */
  public List<Path> ever() {
    List<Path> places = new ArrayList<>();
    for (String place : everWritten()) {
      places.add(Path.of(place));
    }
    return places;
  }

  private Set<String> everWritten() {
    Path file = directory.resolve(EVER);
    try {
      Set<String> places = new LinkedHashSet<>();
      String text = new String(SessionFile.read(file, LARGEST), StandardCharsets.UTF_8);
      for (String place : text.split("\0")) {
        if (place.startsWith("/")) {
          places.add(place);
        }
      }
      return places;
    } catch (NoSuchFileException e) {
      return recorded();
    } catch (IOException e) {
      String shown = Printable.of(file);
      throw new Refused(
          "cannot read the list of directories that sessions could write: " + shown,
          "check its mode: ls -l " + shown);
    }
  }

  /** The directories in the plans of all sessions, for sessions that an older bawn started. */
  private Set<String> recorded() {
    Set<String> places = new LinkedHashSet<>();
    if (!Files.isDirectory(sessions)) {
      return places;
    }
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(sessions)) {
      for (Path entry : entries) {
        addRecorded(entry, places);
      }
    } catch (IOException e) {
      throw new Refused(
          "your sessions cannot be read: " + Printable.of(sessions),
          "see: namei -l " + Printable.of(sessions));
    }
    return places;
  }

  private void addRecorded(Path entry, Set<String> places) {
    try {
      SessionName name = SessionName.of(entry.getFileName().toString());
      places.addAll(written(RecordFile.readAll(new SessionDirectory(name, entry)).steps()));
    } catch (Failure e) {
      // not a session, or a damaged one, which cannot start again
      return;
    }
  }

  /** Appends the directories with one call, so that two simultaneous starts lose none. */
  private void noteForEver(List<String> written) throws IOException {
    Path file = directory.resolve(EVER);
    Set<String> known = everWritten();
    StringBuilder more = new StringBuilder();
    if (Files.notExists(file)) {
      known.forEach(place -> more.append('\0').append(place).append('\0'));
    }
    for (String place : written) {
      if (!known.contains(place)) {
        more.append('\0').append(place).append('\0');
      }
    }
    if (!more.isEmpty()) {
      Files.createDirectories(directory, SessionStaging.PRIVATE);
      Files.writeString(file, more, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
  }

  /** The directories of one session; none if it has ended, and then its file is removed. */
  private List<String> placesOf(Path file) throws IOException {
    String text;
    try {
      text = new String(SessionFile.read(file, LARGEST), StandardCharsets.UTF_8);
    } catch (NoSuchFileException e) {
      // another start has just removed it
      return List.of();
    } catch (IOException e) {
      String shown = Printable.of(file);
      throw new Refused(
          "cannot read the list of directories that a session writes: " + shown,
          "if no session runs, remove it: " + shown);
    }
    int end = text.indexOf('\n');
    if (end < 0 || !ProcessMark.of(text.substring(0, end)).lives(proc)) {
      Files.deleteIfExists(file);
      return List.of();
    }
    return List.of(text.substring(end + 1).split("\0"));
  }

  private static void requireNotBelow(
      String place, List<String> shown, String session, Optional<Path> project) {
    for (String each : shown) {
      if (each.startsWith(place + "/")) {
        throw new Refused(
            "'"
                + Printable.of(each)
                + "' is in a directory that the running session "
                + Printable.of(session)
                + " can write: it could put a link there",
            "wait until that session ends, or "
                + (project.filter(own -> own.toString().equals(place)).isPresent()
                    ? "end it: bawn kill " + Printable.of(session)
                    : "start this one on " + Printable.of(place)));
      }
    }
  }

  private static List<String> shown(SessionPlan plan) {
    List<String> shown = new ArrayList<>();
    add(plan.session().project(), shown);
    add(plan.session().home(), shown);
    for (SandboxStep step : plan.start().mounts()) {
      if (step instanceof SandboxStep.Bind(var manner, HostPath from, _)
          && SHOWN.contains(manner)) {
        shown.add(from.text());
      }
    }
    return shown;
  }

  private static void add(Optional<Path> place, List<String> shown) {
    if (place.isPresent()) {
      shown.add(place.get().toString());
    }
  }
}
