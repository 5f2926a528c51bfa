package dev.bawn.launcher.review;

import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Printable;
import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.FileStatus;
import dev.bawn.launcher.linux.OpenDirectory;
import dev.bawn.launcher.linux.OpenFile;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The copy of the project below an agent's overlay, or the checkout below a session's overlay. A
 * sync does not change files there that the agent changed, so this is the base of each of its
 * changes. The agent never saw a file that the copy lacks. The copy belongs to the agent, so no
 * link in it is followed.
 */
final class LowerLayer implements FoundRecord, AutoCloseable {

  private static final int LONGEST_LINK = 4096;

  private final Places places;
  private final Map<RawPath, KnownBase> known = new HashMap<>();

  private LowerLayer(Places places) {
    this.places = places;
  }

  /**
   * Opens the layer.
   *
   * @param git the layer whose {@code .git} counts, if there is one
   * @throws Failed if the layer is missing
   */
  static LowerLayer of(Path layer, Optional<Path> git) throws IOException {
    OpenDirectory top;
    try {
      top = OpenDirectory.at(layer);
    } catch (NoSuchFileException e) {
      throw new Failed(
          "the copy of the project is missing: there is no " + Printable.whole(layer),
          "ask root: sudo bawn-admin doctor");
    }
    try {
      return new LowerLayer(
          new Places(
              Optional.of(top),
              git.isPresent() ? Optional.of(OpenDirectory.at(git.get())) : Optional.empty()));
    } catch (IOException e) {
      top.close();
      throw e;
    }
  }

  @Override
  public Optional<KnownBase> at(RawPath path) throws IOException {
    KnownBase before = known.get(path);
    if (before == null) {
      before = KnownBase.at(path, places);
      known.put(path, before);
    }
    return Optional.of(before);
  }

  /** The change time of the file or link in the copy; empty if there is none. */
  OptionalLong updated(RawPath path) throws IOException {
    return places
        .look(path)
        .filter(it -> !it.is(FileKind.DIRECTORY))
        .map(it -> OptionalLong.of(it.changed()))
        .orElse(OptionalLong.empty());
  }

  @Override
  public Optional<BaseContent> content(RawPath path) throws IOException {
    KnownBase was = at(path).orElseThrow();
    return was.isNothing() || was.isDirectory()
        ? Optional.empty()
        : Optional.of(new Content(path, was));
  }

  /** A content that is read on demand. */
  private final class Content implements BaseContent {

    private final RawPath path;
    private final KnownBase was;

    Content(RawPath path, KnownBase was) {
      this.path = path;
      this.was = was;
    }

    @Override
    public Optional<Boolean> isThatOf(OpenFile file) throws IOException {
      long size = places.look(path).map(FileStatus::size).orElse(-1L);
      return Optional.of(
          size == file.status().size() && was.hash().equals(file.digest(HashedContent.digest())));
    }

    @Override
    public Optional<Boolean> isLinkTo(byte[] target) {
      return Optional.of(was.hash().equals(HashedContent.hash(target)));
    }

    @Override
    public Optional<byte[]> bytes(int most) throws IOException {
      return was.kind().orElseThrow() == FileKind.LINK
          ? Optional.of(places.link(path))
              .filter(link -> link.length <= Math.min(most, LONGEST_LINK))
          : places.reading(path, file -> file.content(most));
    }
  }

  @Override
  public boolean lacked(RawPath path) throws IOException {
    return places.look(path).isEmpty();
  }

  @Override
  public boolean isUnknown(RawPath path) {
    return false;
  }

  @Override
  public boolean hadDirectory(RawPath path, FileStatus status) {
    return false;
  }

  @Override
  public boolean hid(RawPath path) throws IOException {
    return lacked(path);
  }

  @Override
  public void close() {
    places.close();
  }
}
