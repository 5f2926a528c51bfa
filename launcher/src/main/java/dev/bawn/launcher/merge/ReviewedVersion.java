package dev.bawn.launcher.merge;

import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.FileStatus;
import dev.bawn.launcher.review.Change;
import dev.bawn.launcher.review.HashedContent;
import dev.bawn.launcher.review.Layers;
import dev.bawn.launcher.review.RawPath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The version of a path in a session when it was reviewed, with the hash of its content. Only the
 * same version may be merged.
 *
 * @param text of a {@link Version}
 * @param source the old path of a file that was displayed as moved: its removal was seen, too
 */
public record ReviewedVersion(String text, Optional<RawPath> source) {

  /** The version of a path that the session removed. */
  public static final ReviewedVersion NOTHING = new ReviewedVersion(Version.NONE.text());

  /** The largest file that is read, in bytes: a sparse file of a session can have any size. */
  private static final long LARGEST = 1L << 30;

  /** A version without a move. */
  public ReviewedVersion(String text) {
    this(text, Optional.empty());
  }

  /** This version, displayed as moved if there is an old path. */
  public ReviewedVersion from(Optional<RawPath> place) {
    return new ReviewedVersion(text, place);
  }

  /** Tells whether the version is a directory. */
  public boolean isOfDirectory() {
    return Version.parse(text).is(FileKind.DIRECTORY);
  }

  /** Tells whether both are the same version, no matter from which old path. */
  public boolean isSameAs(ReviewedVersion other) {
    return text.equals(other.text);
  }

  /** Tells whether the session still has this version. */
  public boolean isStill(Layers layers, Change change) throws IOException {
    return !isTooLarge(change) && isSameAs(of(layers, change));
  }

  /** Tells whether a review does not read the session's file. */
  public static boolean isTooLarge(Change change) {
    return change
        .statusAfter()
        .filter(now -> now.is(FileKind.FILE) && now.size() > LARGEST)
        .isPresent();
  }

  /** The session's present version. */
  public static ReviewedVersion of(Layers layers, Change change) throws IOException {
    Optional<FileStatus> now = change.statusAfter();
    if (now.isPresent() && now.get().is(FileKind.FILE)) {
      String hash = layers.readSession(change.path(), file -> file.digest(HashedContent.digest()));
      return new ReviewedVersion(Version.file(now.get().permissionBits(), hash).text());
    }
    return now.isPresent() && now.get().is(FileKind.LINK)
        ? of(change, layers.linkAfter(change.path()))
        : of(change, new byte[0]);
  }

  /** The version of a change whose content was read. */
  public static ReviewedVersion of(Change change, byte[] content) {
    return new ReviewedVersion(version(change, content).text());
  }

  /** The version of a text, at any path. */
  public static ReviewedVersion of(byte[] text) {
    return new ReviewedVersion(Version.file(0, HashedContent.hash(text)).text());
  }

  private static Version version(Change change, byte[] content) {
    Optional<FileStatus> now = change.statusAfter();
    if (now.isEmpty()) {
      return Version.NONE;
    }
    int mode = now.get().permissionBits();
    return switch (now.get().kind()) {
      case FILE -> Version.file(mode, HashedContent.hash(content));
      case LINK -> Version.link(new String(content, StandardCharsets.ISO_8859_1));
      case DIRECTORY -> Version.directory(mode);
      default -> new Version(Optional.of(now.get().kind()), mode, "special");
    };
  }

  /** Tells whether a change results in the same kind of file with the same permissions. */
  boolean isAlike(Change change) {
    Version seen = Version.parse(text);
    Version now = version(change, new byte[0]);
    return seen.kind().equals(now.kind()) && seen.mode() == now.mode() && !isTooLarge(change);
  }

  /** Tells whether the content is the same. */
  boolean hasContentOf(Version session) {
    return Version.parse(text).hash().equals(session.hash());
  }
}
