package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.FileKind;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.List;
import java.util.Optional;

/**
 * Decides which merges of a path others have taken back in the project.
 *
 * @param lower the project
 * @param found gives the content that the session found
 */
record TakenBackMerges(Places lower, Found found) {

  /** Reads the content that the session found at a path; empty if it is not known. */
  @FunctionalInterface
  interface Found {
    Optional<BaseContent> at(RawPath path) throws IOException;
  }

  /**
   * The number of the last merges that others have taken back in the project, for example with
   * {@code git checkout}: the file is as before the merge, or a text has none of the merged
   * changes.
   */
  int takenBack(MergedBase merged, RawPath path) throws IOException {
    List<MergedBase.Merge> standing = merged.standing();
    Optional<KnownBase> now = now(path);
    int gone = 0;
    while (now.isPresent()
        && gone < standing.size()
        && !now.get().isLike(standing.get(gone).after())) {
      int next = gone;
      while (next < standing.size() && !now.get().isLike(standing.get(next).before())) {
        next++;
      }
      if (next == standing.size()) {
        if (!lacksAll(merged, gone, now.get(), path)) {
          return gone;
        }
        next = gone;
      }
      gone = next + 1;
    }
    return gone;
  }

  /** The project's present file; empty if it cannot be read. */
  private Optional<KnownBase> now(RawPath path) throws IOException {
    try {
      return Optional.of(KnownBase.at(path, lower));
    } catch (FileSystemException e) {
      return Optional.empty();
    }
  }

  /** Tells whether a text of the project has none of the changes of one of the merges. */
  private boolean lacksAll(MergedBase merged, int index, KnownBase now, RawPath path)
      throws IOException {
    List<MergedBase.Merge> standing = merged.standing();
    KnownBase session = standing.get(index).session();
    if (!now.is(FileKind.FILE) || !session.is(FileKind.FILE)) {
      return false;
    }
    Optional<KnownBase> earlier =
        index + 1 < standing.size()
            ? Optional.of(standing.get(index + 1).session())
            : merged.restored();
    Optional<BaseContent> before =
        earlier.isPresent()
            ? earlier
                .filter(each -> each.is(FileKind.FILE))
                .map(each -> each.file(Optional.empty()).content())
            : found.at(path);
    Optional<byte[]> brought = session.file(Optional.empty()).content().bytes(TextMerge.LARGEST);
    Optional<byte[]> base =
        before.isPresent() ? before.get().bytes(TextMerge.LARGEST) : Optional.empty();
    Optional<byte[]> project = lower.reading(path, file -> file.content(TextMerge.LARGEST));
    return brought.isPresent()
        && base.isPresent()
        && project.isPresent()
        && TextMerge.lacksAll(base.get(), brought.get(), project.get());
  }
}
