package dev.bawn.launcher.merge;

import dev.bawn.launcher.review.Layers;
import dev.bawn.launcher.review.RawPath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A file that both the session and others changed, for a review.
 *
 * @param project what the project has now
 * @param marked both sides and the base, with conflict markers
 * @param sessions the merged text with the session's lines where both changed the same ones
 */
public record Conflict(Seen project, byte[] marked, byte[] sessions) {

  /**
   * Reads it.
   *
   * @param session its name, for the markers
   * @return nothing where it cannot be merged by lines
   */
  public static Optional<Conflict> of(Layers layers, RawPath path, String session)
      throws IOException {
    Optional<byte[]> base = base(layers, path);
    Optional<byte[]> theirs = layers.fileAfter(path, TextMerge.LARGEST);
    Optional<byte[]> ours = layers.readProject(path, file -> file.content(TextMerge.LARGEST));
    if (base.isEmpty() || theirs.isEmpty() || ours.isEmpty()) {
      return Optional.empty();
    }
    int mode = layers.project(path).orElseThrow(() -> new ChangedMeanwhile(path)).mode();
    Seen project = new Seen(Version.file(mode, Version.hash(ours.get())).text());
    Optional<byte[]> marked = TextMerge.marked(base.get(), ours.get(), theirs.get(), session);
    return marked.isPresent()
        ? Optional.of(
            new Conflict(
                project, marked.get(), TextMerge.sessions(base.get(), ours.get(), theirs.get())))
        : Optional.empty();
  }

  /** Whether a text still has the markers of a conflict. */
  public static boolean isMarked(byte[] content) {
    String text = "\n" + new String(content, StandardCharsets.ISO_8859_1);
    return text.contains("\n<<<<<<< ") && text.contains("\n>>>>>>> ");
  }

  /** Where nobody knows it, or both made the file, everything is in conflict. */
  private static Optional<byte[]> base(Layers layers, RawPath path) throws IOException {
    return switch (layers.others(path)) {
      case CHANGED -> layers.fileBefore(path, TextMerge.LARGEST);
      default -> Optional.of(new byte[0]);
    };
  }
}
