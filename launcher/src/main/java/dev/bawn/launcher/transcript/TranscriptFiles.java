package dev.bawn.launcher.transcript;

import dev.bawn.contract.tool.HomePath;
import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.FileStatus;
import dev.bawn.launcher.linux.OpenDirectory;
import dev.bawn.launcher.linux.RawName;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Finds the transcripts in a home that changed since a time. */
final class TranscriptFiles {

  /**
   * The deepest directory: Claude Code has {@code
   * projects/SLUG/ID/subagents/workflows/ID/agent-ID.jsonl}.
   */
  private static final int DEEPEST = 6;

  private static final int MOST_NAMES = 10_000;
  private static final int MOST_FILES = 1000;

  /** The largest directory in bytes, as its file system counts them; a larger one is not listed. */
  private static final long LARGEST_DIRECTORY = 1 << 20;

  private static final String SUFFIX = ".jsonl";

  private final OpenDirectory home;
  private final long since;
  private final List<Found> found = new ArrayList<>();
  private int names;
  private boolean isComplete = true;

  /**
   * @param home the home directory
   * @param since change time, in nanoseconds since 1970: no session can set it
   */
  TranscriptFiles(OpenDirectory home, long since) {
    this.home = home;
    this.since = since;
  }

  /**
   * A transcript.
   *
   * @param directory below the home
   * @param changed the change time, in nanoseconds since 1970
   */
  record Found(String directory, RawName name, long changed) {}

  /** Searches a directory. */
  void search(HomePath directory) {
    search(directory.text(), 0);
  }

  private void search(String path, int depth) {
    if (names > MOST_NAMES) {
      return; // no other directory is listed
    }
    List<RawName> below = new ArrayList<>();
    try (OpenDirectory directory = home.beneath(path)) {
      if (depth > DEEPEST || directory.status().size() > LARGEST_DIRECTORY) {
        isComplete = false;
        return;
      }
      // the newest come first if names are dates
      for (RawName name : directory.names().reversed()) {
        names++;
        if (names > MOST_NAMES) {
          isComplete = false;
          break;
        }
        directory.look(name).ifPresent(status -> see(path, name, status, below));
      }
    } catch (NoSuchFileException e) {
      return;
    } catch (IOException e) {
      isComplete = false;
      return;
    }
    below.forEach(name -> search(path + "/" + name.bytes(), depth + 1));
  }

  private void see(String path, RawName name, FileStatus status, List<RawName> below) {
    if (status.is(FileKind.DIRECTORY)) {
      below.add(name);
    } else if (status.is(FileKind.FILE)
        && name.bytes().endsWith(SUFFIX)
        && status.changed() >= since) {
      found.add(new Found(path, name, status.changed()));
    }
  }

  /** Tells whether all transcripts are listed. */
  boolean isComplete() {
    return isComplete && found.size() <= MOST_FILES;
  }

  /** The transcripts, the newest first. */
  List<Found> newest() {
    return found.stream()
        .sorted(Comparator.comparingLong(Found::changed).reversed())
        .limit(MOST_FILES)
        .toList();
  }
}
