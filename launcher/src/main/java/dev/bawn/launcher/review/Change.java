package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.FileStatus;
import java.util.Optional;

/** One thing that a session changed. */
public sealed interface Change {

  /** What was changed. */
  RawPath path();

  /** A stable name of what happened, for JSON. */
  String word();

  /** What is there now, if anything is. */
  default Optional<FileStatus> statusAfter() {
    return Optional.empty();
  }

  /** What was there before, if anything was. */
  default Optional<FileStatus> statusBefore() {
    return Optional.empty();
  }

  /** Something is there now. */
  sealed interface There extends Change {
    /** What that is. */
    FileStatus after();

    @Override
    default Optional<FileStatus> statusAfter() {
      return Optional.of(after());
    }
  }

  /** Something was there before. */
  sealed interface Was extends Change {
    /** What that was. */
    FileStatus before();

    @Override
    default Optional<FileStatus> statusBefore() {
      return Optional.of(before());
    }
  }

  /** Something where nothing was. */
  record Added(RawPath path, FileStatus after) implements There {
    @Override
    public String word() {
      return "added";
    }
  }

  /** A file with other content, or a link that leads elsewhere; perhaps with other permissions. */
  record Modified(RawPath path, FileStatus before, FileStatus after) implements There, Was {
    @Override
    public String word() {
      return "modified";
    }
  }

  /** The same content under other permissions. */
  record ModeChanged(RawPath path, FileStatus before, FileStatus after) implements There, Was {
    @Override
    public String word() {
      return "mode";
    }
  }

  /** Something of another kind: a link in place of a file, for example. */
  record TypeChanged(RawPath path, FileStatus before, FileStatus after) implements There, Was {
    @Override
    public String word() {
      return "type";
    }
  }

  /** Nothing where something was. */
  record Removed(RawPath path, FileStatus before) implements Was {
    @Override
    public String word() {
      return "removed";
    }
  }

  /**
   * A directory that was removed and made anew: nothing of the project's shows through. What is
   * thereby gone or different below it is listed by itself; where nothing is, neither is this.
   */
  record Replaced(RawPath path, FileStatus before, FileStatus after) implements There, Was {
    @Override
    public String word() {
      return "replaced";
    }
  }

  /**
   * A directory that the overlay only points to: its content would be that of another one. The
   * kernel does not follow such a pointer in a session's overlay, so neither is it followed here.
   *
   * @param from what it points to, as it stands there: the agent's word, a character for each byte
   */
  record Renamed(RawPath path, FileStatus after, String from) implements There {
    @Override
    public String word() {
      return "renamed";
    }
  }

  /** Something that is there, and of which no more can be told. */
  record Unclear(RawPath path, FileStatus after, Obstacle obstacle) implements There {
    @Override
    public String word() {
      return "unclear";
    }
  }

  /** Whether its permissions keep its owner from reading it. */
  default boolean isClosed() {
    return this instanceof Unclear(_, _, var obstacle) && obstacle == Obstacle.CLOSED
        || statusAfter().filter(FileStatus::isClosedFile).isPresent();
  }

  /** Whether everyone may write there, and could not before. */
  default boolean isNewlyWritable() {
    return statusAfter().filter(FileStatus::isWritableByAll).isPresent()
        && statusBefore().filter(FileStatus::isWritableByAll).isEmpty();
  }

  /** Whether it is about a directory itself, not about something in it. */
  default boolean isDirectory() {
    return this instanceof Removed removed
        ? removed.before().is(FileKind.DIRECTORY)
        : statusAfter().orElseThrow().is(FileKind.DIRECTORY);
  }
}
