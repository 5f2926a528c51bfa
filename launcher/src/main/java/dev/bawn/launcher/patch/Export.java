package dev.bawn.launcher.patch;

import dev.bawn.contract.failure.Failed;
import dev.bawn.launcher.review.Change;
import dev.bawn.launcher.review.Layers;
import dev.bawn.launcher.review.RawPath;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Changes as one patch for {@code git apply}. */
public final class Export {

  /**
   * The largest file, in bytes: a patch is no place for larger ones, and several copies of each
   * take memory.
   */
  private static final int LARGEST = 16 << 20;

  private Export() {}

  /**
   * Writes the patch, with paths from the top of the repository, as {@code git apply} expects them.
   *
   * @param changes all selected changes
   * @param wanted those of them for the patch
   * @param moves the files that the session moved, each new path with the old one
   * @return the changes that no patch can contain
   * @throws Failed if a file was exchanged in between
   */
  public static List<LeftOut> to(
      OutputStream out,
      Layers layers,
      List<Change> changes,
      List<Change> wanted,
      Map<RawPath, RawPath> moves) {
    String prefix = RawPath.raw(layers.repositoryPrefix());
    return new Patch(layers, LARGEST, file -> write(out, file.below(prefix)))
        .of(changes, wanted, moves);
  }

  private static void write(OutputStream out, FilePatch file) {
    try {
      out.write(file.text().getBytes(StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
