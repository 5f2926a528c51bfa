package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.FileStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The base of one path that was kept: by the record of the start, or by a merge, which makes it
 * another one than the session found.
 *
 * @param kind of a file, a link or a directory; nothing where nothing is there
 * @param mode the permissions; of a file only whether it may be run counts
 * @param hash SHA-256 of the content, or of where the link leads
 * @param copy where a file with that content may lie
 */
public record KnownBase(Optional<FileKind> kind, int mode, String hash, Optional<Path> copy) {

  private static final int RUNS = 0_111;

  /** The file, link or directory at a path now, without a copy. */
  static KnownBase at(RawPath path, Places places) throws IOException {
    Optional<FileStatus> status = places.look(path);
    if (status.isEmpty()) {
      return new KnownBase(Optional.empty(), 0, "", Optional.empty());
    }
    String hash =
        switch (status.get().kind()) {
          case FILE -> places.reading(path, file -> file.digest(HashedContent.digest()));
          case LINK -> HashedContent.hash(places.link(path));
          default -> "";
        };
    return new KnownBase(
        Optional.of(status.get().kind()), status.get().permissions(), hash, Optional.empty());
  }

  /** Nothing is there. */
  boolean isNothing() {
    return kind.isEmpty();
  }

  boolean isDirectory() {
    return is(FileKind.DIRECTORY);
  }

  boolean is(FileKind other) {
    return kind.filter(it -> it == other).isPresent();
  }

  /** Whether git would have the same for both. */
  boolean isLike(KnownBase other) {
    return kind.equals(other.kind)
        && (isDirectory() || hash.equals(other.hash))
        && (!is(FileKind.FILE) || isExecutable() == other.isExecutable());
  }

  private boolean isExecutable() {
    return (mode & RUNS) != 0;
  }

  /**
   * The same as what git tells of a file.
   *
   * @param other what may have the same content where the copy has another one by now
   */
  BaseFile file(Optional<BaseContent> other) {
    // lstat(2) gives each link all rights
    boolean isRunning = is(FileKind.FILE) && isExecutable();
    return new BaseFile(kind.orElseThrow(), isRunning, new HashedContent(hash, copy, other));
  }
}
