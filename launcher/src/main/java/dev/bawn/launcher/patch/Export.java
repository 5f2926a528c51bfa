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

  /** Of a file: larger ones have no place in a patch, and several copies of each take memory. */
  private static final int LARGEST = 16 << 20;

  private Export() {}

  /**
   * Writes the patch, with paths from the top of the repository, as git apply wants them.
   *
   * @param changes all that are meant
   * @param wanted those of them that the patch is to have
   * @param moves the files that the session moved, each new path with the one before
   * @return what no patch can carry
   * @throws Failed if something was exchanged meanwhile
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
