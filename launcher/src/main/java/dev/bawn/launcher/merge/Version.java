package dev.bawn.launcher.merge;

import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.FileStatus;
import dev.bawn.launcher.linux.OpenDirectory;
import dev.bawn.launcher.linux.OpenFile;
import dev.bawn.launcher.linux.RawName;
import dev.bawn.launcher.review.HashedContent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The version of a path: missing, a directory, a link or a file, with its permissions and the hash
 * of its content. Two versions with the same text are equal.
 *
 * @param kind empty if the path does not exist
 * @param mode the permissions; 0 for a link
 * @param hash SHA-256 of the content, or of the target of a link; empty for a directory
 */
record Version(Optional<FileKind> kind, int mode, String hash) {

  /** The version of a path that does not exist. */
  static final Version NONE = new Version(Optional.empty(), 0, "");

  private static final int RUNS = 0_111;
  private static final String NOTHING = "none";
  private static final String UNREAD = "unread";

  /** As {@link FileStatus#isWritableByAll}. */
  boolean isWritableByAll() {
    return kind.filter(each -> FileStatus.isWritableByAll(each, mode)).isPresent();
  }

  /** A file. */
  static Version file(int mode, String hash) {
    return new Version(Optional.of(FileKind.FILE), mode, hash);
  }

  /** A file whose content is not read before it is staged, so that it is read only once. */
  static Version unread(int mode) {
    return file(mode, UNREAD);
  }

  boolean isUnread() {
    return hash.equals(UNREAD);
  }

  /** A link. */
  static Version link(String text) {
    return new Version(
        Optional.of(FileKind.LINK),
        0,
        HashedContent.hash(text.getBytes(StandardCharsets.ISO_8859_1)));
  }

  /** A directory. */
  static Version directory(int mode) {
    return new Version(Optional.of(FileKind.DIRECTORY), mode, "");
  }

  /** The version of a name in a directory. A special file has a hash that no other version has. */
  static Version of(OpenDirectory parent, RawName name) throws IOException {
    Optional<FileStatus> status = parent.look(name);
    if (status.isEmpty()) {
      return NONE;
    }
    return switch (status.get().kind()) {
      case FILE -> {
        try (OpenFile file = parent.closedFile(name)) {
          yield file(file.status().mode(), file.digest(HashedContent.digest()));
        }
      }
      case LINK -> link(parent.linkText(name));
      case DIRECTORY -> directory(status.get().mode());
      default -> new Version(Optional.of(status.get().kind()), status.get().mode(), "special");
    };
  }

  boolean isNothing() {
    return kind.isEmpty();
  }

  boolean is(FileKind other) {
    return kind.isPresent() && kind.get() == other;
  }

  /** This version with the only permission that git has, the executable bit. */
  Version asGitHasIt() {
    return is(FileKind.FILE) ? file((mode & RUNS) == 0 ? 0 : RUNS, hash) : this;
  }

  /** The version as a field of a journal. */
  String text() {
    return kind.isEmpty()
        ? NOTHING
        : kind.get().name() + ":" + Integer.toOctalString(mode) + ":" + hash;
  }

  /**
   * Parses the result of {@link #text}.
   *
   * @throws IllegalArgumentException if it is not valid
   */
  static Version parse(String text) {
    if (text.equals(NOTHING)) {
      return NONE;
    }
    String[] parts = text.split(":", -1);
    if (parts.length != 3) {
      throw new IllegalArgumentException("no version of a file");
    }
    return new Version(
        Optional.of(FileKind.valueOf(parts[0])), Integer.parseInt(parts[1], 8), parts[2]);
  }
}
