package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.FileStatus;
import java.util.Optional;

/** One change of a session. */
public sealed interface Change {

  /** The path that was changed. */
  RawPath path();

  /** The name of the kind of change, for JSON; it stays the same between versions. */
  String word();

  /** The file after the change; empty if there is none. */
  default Optional<FileStatus> statusAfter() {
    return Optional.empty();
  }

  /** The file before the change; empty if there was none. */
  default Optional<FileStatus> statusBefore() {
    return Optional.empty();
  }

  /** A change after which the path exists. */
  sealed interface There extends Change {
    /** The file after the change. */
    FileStatus after();

    @Override
    default Optional<FileStatus> statusAfter() {
      return Optional.of(after());
    }
  }

  /** A change of a path that existed before. */
  sealed interface Was extends Change {
    /** The file before the change. */
    FileStatus before();

    @Override
    default Optional<FileStatus> statusBefore() {
      return Optional.of(before());
    }
  }

  /** A new path. */
  record Added(RawPath path, FileStatus after) implements There {
    @Override
    public String word() {
      return "added";
    }
  }

  /**
   * A file with another content, or a link with another target; the permissions may differ, too.
   */
  record Modified(RawPath path, FileStatus before, FileStatus after) implements There, Was {
    @Override
    public String word() {
      return "modified";
    }
  }

  /** The same content with other permissions. */
  record ModeChanged(RawPath path, FileStatus before, FileStatus after) implements There, Was {
    @Override
    public String word() {
      return "mode";
    }
  }

  /** Another kind of file, for example a link instead of a file. */
  record TypeChanged(RawPath path, FileStatus before, FileStatus after) implements There, Was {
    @Override
    public String word() {
      return "type";
    }
  }

  /** A removed path. */
  record Removed(RawPath path, FileStatus before) implements Was {
    @Override
    public String word() {
      return "removed";
    }
  }

  /**
   * A directory that was removed and made again: it hides everything of the project below it. The
   * changes below it are listed, too; without any, this change is not listed.
   */
  record Replaced(RawPath path, FileStatus before, FileStatus after) implements There, Was {
    @Override
    public String word() {
      return "replaced";
    }
  }

  /**
   * A directory that the upper layer only refers to, by a redirect to another directory. The kernel
   * follows no redirect in a session's overlay, and neither does bawn.
   *
   * @param from the target of the redirect as the session wrote it, one character for each byte
   */
  record Renamed(RawPath path, FileStatus after, String from) implements There {
    @Override
    public String word() {
      return "renamed";
    }
  }

  /** A path about which bawn can find out no more. */
  record Unclear(RawPath path, FileStatus after, Obstacle obstacle) implements There {
    @Override
    public String word() {
      return "unclear";
    }
  }

  /** Tells whether the permissions prevent the owner from reading the file. */
  default boolean isClosed() {
    return this instanceof Unclear(_, _, var obstacle) && obstacle == Obstacle.CLOSED
        || statusAfter().filter(FileStatus::isClosedFile).isPresent();
  }

  /** Tells whether every user may write to it now, and could not before. */
  default boolean isNewlyWritable() {
    return statusAfter().filter(FileStatus::isWritableByAll).isPresent()
        && statusBefore().filter(FileStatus::isWritableByAll).isEmpty();
  }

  /** Tells whether the change is of a directory itself, not of an entry in it. */
  default boolean isDirectory() {
    return this instanceof Removed removed
        ? removed.before().is(FileKind.DIRECTORY)
        : statusAfter().orElseThrow().is(FileKind.DIRECTORY);
  }
}
