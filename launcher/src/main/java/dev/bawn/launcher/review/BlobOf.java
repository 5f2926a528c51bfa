package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.OpenFile;
import java.io.IOException;
import java.util.Optional;

/** Computes the blob of a content. */
final class BlobOf implements Contents.Use {

  private final Optional<BaseFile> known;
  private final boolean isSha256;
  private Optional<Blob> blob = Optional.empty();

  /**
   * @param known the file that git's index named at that path when the session began
   */
  BlobOf(Optional<BaseFile> known, boolean isSha256) {
    this.known = known;
    this.isSha256 = isSha256;
  }

  @Override
  public boolean file(OpenFile file) throws IOException {
    if (known.isPresent() && known.get().content().isThatOf(file).orElse(false)) {
      return isKnown();
    }
    file.rewind();
    return is(new Blob(GitBlob.idOf(file, isSha256), false));
  }

  @Override
  public boolean link(byte[] target) throws IOException {
    return known.isPresent() && known.get().content().isLinkTo(target).orElse(false)
        ? isKnown()
        : is(new Blob(GitBlob.idOf(target, isSha256), false));
  }

  private boolean isKnown() {
    return known.get().content() instanceof GitBlob it && is(new Blob(it.id(), true));
  }

  private boolean is(Blob found) {
    blob = Optional.of(found);
    return true;
  }

  Blob blob() {
    return blob.orElseThrow();
  }
}
