package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.FileKind;
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
 * @param isRestored whether an undo may have restored it: the base of what was changed since alone
 */
public record KnownBase(
    Optional<FileKind> kind, int mode, String hash, Optional<Path> copy, boolean isRestored) {

  private static final int RUNS = 0_111;

  /** Nothing is there. */
  boolean isNothing() {
    return kind.isEmpty();
  }

  boolean isDirectory() {
    return kind.filter(it -> it == FileKind.DIRECTORY).isPresent();
  }

  /**
   * The same as what git tells of a file.
   *
   * @param other what may have the same content where the copy has another one by now
   */
  BaseFile file(Optional<BaseContent> other) {
    // lstat(2) gives each link all rights
    boolean isExecutable = kind.orElseThrow() == FileKind.FILE && (mode & RUNS) != 0;
    return new BaseFile(kind.get(), isExecutable, new HashedContent(hash, copy, other));
  }
}
