package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.FileStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The recorded base of one path. The record of the start has it, or a merge, which changes the base
 * that the session found.
 *
 * @param kind of a file, a link or a directory; empty if the path does not exist
 * @param mode the permissions; of a file only the executable bits count
 * @param hash SHA-256 of the content, or of the target of the link
 * @param copy a file that may have that content
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

  /** Tells whether the path does not exist in this base. */
  boolean isNothing() {
    return kind.isEmpty();
  }

  boolean isDirectory() {
    return is(FileKind.DIRECTORY);
  }

  boolean is(FileKind other) {
    return kind.filter(it -> it == other).isPresent();
  }

  /** Tells whether git would store the same for both. */
  boolean isLike(KnownBase other) {
    return kind.equals(other.kind)
        && (isDirectory() || hash.equals(other.hash))
        && (!is(FileKind.FILE) || isExecutable() == other.isExecutable());
  }

  private boolean isExecutable() {
    return (mode & RUNS) != 0;
  }

  /**
   * This base in the form of a base that git's index names.
   *
   * @param other another source of the content, for a copy that has changed since
   */
  BaseFile file(Optional<BaseContent> other) {
    // lstat(2) reports all permissions for each link
    boolean isRunning = is(FileKind.FILE) && isExecutable();
    return new BaseFile(kind.orElseThrow(), isRunning, new HashedContent(hash, copy, other));
  }
}
