package dev.bawn.launcher.patch;

import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Printable;
import dev.bawn.launcher.review.Change;
import dev.bawn.launcher.review.Layers;
import dev.bawn.launcher.review.RawPath;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Changes for display: in the format of patches, line by line, but without characters that a
 * terminal would obey, and without binary contents.
 */
public final class Shown {

  static final String NO_TEXT = "the content is not text";

  private final Consumer<String> lines;

  /**
   * @param lines takes each line, without its line end
   */
  public Shown(Consumer<String> lines) {
    this.lines = lines;
  }

  /**
   * Prints the changes.
   *
   * @param movedOut moved files whose new path is not among the changes, each with the old one
   * @return the changes that cannot be printed
   * @throws Failed if a file was exchanged in between
   */
  public List<LeftOut> all(Layers layers, List<Change> changes, Map<RawPath, RawPath> movedOut) {
    return new Patch(layers, FileVersion.LARGEST_TEXT, this::file).of(changes, changes, movedOut);
  }

  private void file(FilePatch file) {
    harmless(file.head()).forEach(lines);
    if (file.isSameContent()) {
      return;
    }
    if (file.isText()) {
      harmless(file.lines()).forEach(lines);
    } else {
      lines.accept(NO_TEXT);
    }
  }

  /** The lines of a text, safe to display, including empty ones. */
  public static List<String> lines(byte[] content) {
    return Arrays.stream(new String(content, StandardCharsets.UTF_8).split("\n", -1))
        .map(Shown::line)
        .toList();
  }

  static List<String> harmless(String raw) {
    return lines(raw.getBytes(StandardCharsets.ISO_8859_1)).stream()
        .filter(line -> !line.isEmpty())
        .toList();
  }

  /**
   * A line, safe to display. Tabs stay: a terminal only moves the cursor at one. Other control
   * characters of ASCII are displayed as {@code ^M}, and the rest as {@code <U+202E>}, as in
   * less(1).
   */
  private static String line(String line) {
    StringBuilder shown = new StringBuilder(line.length());
    for (int at = 0; at < line.length(); at += Character.charCount(line.codePointAt(at))) {
      int c = line.codePointAt(at);
      if (c == '\t' || Printable.isHarmless(line, at)) {
        shown.appendCodePoint(c);
      } else if (c < 0x80) {
        shown.append('^').append((char) (c ^ 0x40));
      } else {
        shown.append("<U+%04X>".formatted(c));
      }
    }
    return shown.toString();
  }
}
