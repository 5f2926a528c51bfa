package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.FileKind;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The base of one path that was kept: by the record of the start, or by a merge, which makes it
 * another one than the session found.
 *
 * @param kind file or link; nothing where the base has nothing there
 * @param isExecutable whether the file may be run
 * @param hash SHA-256 of the content, or of where the link leads
 * @param copy a file with that content, if one was kept
 */
public record KnownBase(
    Optional<FileKind> kind, boolean isExecutable, String hash, Optional<Path> copy) {

  /** Nothing is there. */
  boolean isNothing() {
    return kind.isEmpty();
  }

  /** The same as what git tells of a file. */
  BaseFile file() {
    return new BaseFile(kind.orElseThrow(), isExecutable, new HashedContent(hash, copy));
  }
}
