package dev.bawn.launcher.record;

import dev.bawn.contract.agent.Spelling;
import dev.bawn.contract.agent.WrittenTime;
import dev.bawn.contract.failure.WrongUsage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The journal of the caller's sessions: a line for each event, with time, event, name and detail,
 * separated by tabs. Each is appended with one write(2), so any number of commands can write at
 * once. {@code libexec/session} appends {@code started} and {@code ended}, and renames the file
 * when it has 1 MiB; so at most 2 MiB are kept.
 *
 * @param file the journal; the older part is beside it, with {@code .1} at the end
 */
public record History(Path file) {

  /**
   * The most bytes that are read: twice the usual size of a file, since events may be added before
   * it is renamed.
   */
  private static final int LARGEST = 2 << 20;

  private static final int FIELDS = 4;

  /** An event of a session. */
  public enum Event implements Spelling {
    STARTED,
    ENDED,
    KILLED,
    PAUSED,
    UNPAUSED,
    MERGED,
    UNDONE,
    REMOVED,
    RENAMED,
    CLONED
  }

  /**
   * An entry.
   *
   * @param time to the second
   * @param event the event
   * @param name of the session at that time
   * @param detail the exit status of an ended session, the number of paths of a merge or undo, the
   *     new name of a renamed session, the name of the cloned session; else empty
   */
  public record Entry(Instant time, Event event, SessionName name, String detail) {}

  /** The journal of the caller's sessions. */
  public static History of(SessionPlaces places) {
    return new History(places.sessions().resolveSibling("history"));
  }

  /** Appends an entry. A full disk makes no command fail: then the entry is missing. */
  public void add(Instant now, Event event, SessionName name, String detail) {
    String line =
        String.join(
                "\t",
                now.truncatedTo(ChronoUnit.SECONDS).toString(),
                event.word(),
                name.text(),
                detail)
            + "\n";
    Set<StandardOpenOption> added =
        Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND, StandardOpenOption.WRITE);
    try (var channel =
        Files.newByteChannel(
            file,
            added,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
      channel.write(StandardCharsets.UTF_8.encode(line));
    } catch (IOException e) {
      return;
    }
  }

  /** All entries, the oldest first. Invalid lines are left out. */
  public List<Entry> entries() {
    List<Entry> entries = new ArrayList<>();
    for (Path each : List.of(file.resolveSibling(file.getFileName() + ".1"), file)) {
      for (String line : text(each).split("\n")) {
        entry(line).ifPresent(entries::add);
      }
    }
    return entries;
  }

  private static String text(Path file) {
    try {
      return Files.exists(file, LinkOption.NOFOLLOW_LINKS)
          ? new String(SessionFile.read(file, LARGEST), StandardCharsets.UTF_8)
          : "";
    } catch (IOException e) {
      return "";
    }
  }

  private static Optional<Entry> entry(String line) {
    String[] fields = line.split("\t", -1);
    Optional<Event> event =
        fields.length == FIELDS ? Spelling.of(Event.values(), fields[1]) : Optional.empty();
    try {
      return event.isPresent() && isDetail(event.get(), fields[3])
          ? Optional.of(
              new Entry(
                  WrittenTime.parse(fields[0]),
                  event.get(),
                  SessionName.read(fields[2]),
                  fields[3]))
          : Optional.empty();
    } catch (DateTimeException | WrongUsage e) {
      return Optional.empty();
    }
  }

  private static boolean isDetail(Event event, String text) {
    return switch (event) {
      case RENAMED, CLONED -> SessionName.of(text).text().equals(text);
      default -> text.matches("[0-9]{0,9}");
    };
  }
}
