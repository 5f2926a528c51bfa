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
 * What a session had at a path when it was reviewed, with the hash of its content. What is merged
 * must be the same.
 *
 * @param text of a {@link Version}
 * @param source where a file was that was shown as moved: its removal was seen, too
 */
public record ReviewedVersion(String text, Optional<RawPath> source) {

  /** The session removed what was there. */
  public static final ReviewedVersion NOTHING = new ReviewedVersion(Version.NONE.text());

  private static final int PERMISSIONS = 0_777;

  /** What was no move. */
  public ReviewedVersion(String text) {
    this(text, Optional.empty());
  }

  /** The same, shown as moved, if it was. */
  public ReviewedVersion from(Optional<RawPath> place) {
    return new ReviewedVersion(text, place);
  }

  /** Whether it is a directory. */
  public boolean isOfDirectory() {
    return Version.parse(text).is(FileKind.DIRECTORY);
  }

  /** Whether both are of the same thing, wherever it was before. */
  public boolean isSameAs(ReviewedVersion other) {
    return text.equals(other.text);
  }

  /** What it has now. */
  public static ReviewedVersion of(Layers layers, Change change) throws IOException {
    Optional<FileStatus> now = change.statusAfter();
    if (now.isPresent() && now.get().is(FileKind.FILE)) {
      String hash = layers.readSession(change.path(), file -> file.digest(HashedContent.digest()));
      return new ReviewedVersion(Version.file(now.get().mode() & PERMISSIONS, hash).text());
    }
    return now.isPresent() && now.get().is(FileKind.LINK)
        ? of(change, layers.linkAfter(change.path()))
        : of(change, new byte[0]);
  }

  /** What was read of it. */
  public static ReviewedVersion of(Change change, byte[] content) {
    return new ReviewedVersion(version(change, content).text());
  }

  /** A text, wherever it is. */
  public static ReviewedVersion of(byte[] text) {
    return new ReviewedVersion(Version.file(0, HashedContent.hash(text)).text());
  }

  private static Version version(Change change, byte[] content) {
    Optional<FileStatus> now = change.statusAfter();
    if (now.isEmpty()) {
      return Version.NONE;
    }
    int mode = now.get().mode() & PERMISSIONS;
    return switch (now.get().kind()) {
      case FILE -> Version.file(mode, HashedContent.hash(content));
      case LINK -> Version.link(new String(content, StandardCharsets.ISO_8859_1));
      case DIRECTORY -> Version.directory(mode);
      default -> new Version(Optional.of(now.get().kind()), mode, "special");
    };
  }

  /** Whether a change leaves the same kind of thing with the same permissions. */
  boolean isAlike(Change change) {
    Version seen = Version.parse(text);
    Version now = version(change, new byte[0]);
    return seen.kind().equals(now.kind()) && seen.mode() == now.mode();
  }

  /** Whether this is the content. */
  boolean hasContentOf(Version session) {
    return Version.parse(text).hash().equals(session.hash());
  }
}
