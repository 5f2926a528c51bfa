package dev.bawn.launcher.transcript;

import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.tool.HomePath;
import dev.bawn.contract.tool.ToolTranscript;
import dev.bawn.contract.trust.Installation;
import dev.bawn.launcher.mount.Identity;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The records of OpenCode in one home, an SQLite database. sqlite3(1) reads it in the sandbox of
 * {@code libexec/read-database}, and only after a change: a session controls each byte of it.
 */
public final class TranscriptDatabase {

  private static final Path SQLITE = Path.of("/usr/bin/sqlite3");

  /** The database, and its write-ahead log: OpenCode may end without emptying the log. */
  private static final List<String> FILES = List.of("opencode.db", "opencode.db-wal");

  /**
   * Makes a line of each message. A fork of a conversation copies its messages: each copy has
   * another identifier, and the same times.
   */
  private static final String QUERY =
      """
      select json_object(
        'type', json_extract(data, '$.role'),
        'id', time_created || ' ' || ifnull(json_extract(data, '$.time.completed'), id),
        'timestamp', strftime('%%Y-%%m-%%dT%%H:%%M:%%fZ', time_created / 1000.0, 'unixepoch'),
        'tokens', json_extract(data, '$.tokens'),
        'cost', json_extract(data, '$.cost'))
      from message where time_created >= %d order by rowid desc
      """;

  private final Path home;
  private final ToolTranscript transcript;
  private final Installation installation;
  private Optional<Reading> reading = Optional.empty();

  /**
   * @param home of sessions
   */
  public TranscriptDatabase(Path home, ToolTranscript transcript, Installation installation) {
    this.home = home;
    this.transcript = transcript;
    this.installation = installation;
  }

  /** A file at one moment. */
  private record State(Path path, Identity identity, long size, FileTime modified) {}

  /** The records that were read from files in this state. */
  private record Reading(List<List<State>> files, Instant since, Transcripts records) {}

  /** The package that is missing to read databases, if one is. */
  public static Optional<String> missing(Installation installation) {
    if (!Files.isExecutable(SQLITE)) {
      return Optional.of("sqlite3 (Arch Linux: sqlite)");
    }
    return Files.isExecutable(installation.bubblewrap())
        ? Optional.empty()
        : Optional.of("bubblewrap");
  }

  /**
   * Reads the records, unless they are the same as before.
   *
   * @param since earlier records are left out
   */
  public Transcripts records(Instant since) {
    List<List<State>> files = new ArrayList<>();
    for (HomePath directory : transcript.directories()) {
      files.add(files(directory));
    }
    Reading now =
        reading
            .filter(before -> before.files().equals(files) && before.since().equals(since))
            .orElseGet(() -> new Reading(files, since, read(files, since)));
    reading = Optional.of(now);
    return now.records();
  }

  private List<State> files(HomePath directory) {
    List<State> files = new ArrayList<>();
    try {
      // no session can replace its home, only what is below it
      Path path = home.toRealPath().resolve(directory.text());
      for (String name : FILES) {
        Path file = path.resolve(name);
        BasicFileAttributes found =
            Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!found.isRegularFile()) {
          break;
        }
        files.add(new State(file, Identity.of(found), found.size(), found.lastModifiedTime()));
      }
    } catch (IOException e) {
      // a file that is missing
    }
    return files;
  }

  private Transcripts read(List<List<State>> files, Instant since) {
    TranscriptFormat format = TranscriptFormat.of(transcript.kind());
    TranscriptLines lines = new TranscriptLines(format);
    boolean isComplete = true;
    for (List<State> each : files) {
      isComplete &= each.isEmpty() || read(each, since, lines);
    }
    return new Transcripts(format.usages(), isComplete && lines.isComplete());
  }

  /** Adds the lines of one database, and tells whether sqlite3 succeeded. */
  private boolean read(List<State> files, Instant since, TranscriptLines lines) {
    List<String> command = new ArrayList<>();
    command.add(installation.library().resolve("read-database").toString());
    command.add(installation.library().resolve("own.bpf").toString());
    command.add(installation.bubblewrap().toString());
    command.add(QUERY.formatted(since.toEpochMilli()));
    for (State each : files) {
      command.add(each.identity().text());
      command.add(each.path().toString());
    }
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().clear();
    try {
      Process process = builder.start();
      try (InputStream output = process.getInputStream()) {
        lines.read(output);
      }
      return process.waitFor() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      throw Failed.interrupted(e);
    }
  }
}
