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
 * Changes for people to read: the same form, line by line, but with no character that a terminal
 * would act on, and without what nobody reads.
 */
public final class Shown {

  static final String NO_TEXT = "the content is not text";

  private final Consumer<String> lines;

  /**
   * @param lines takes each line, without its end
   */
  public Shown(Consumer<String> lines) {
    this.lines = lines;
  }

  /**
   * Shows the changes.
   *
   * @param movedOut moved files whose new place is not among the changes, each with the one before
   * @return what cannot be shown like that
   * @throws Failed if something was exchanged meanwhile
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

  /** A text line by line, harmless, empty lines too. */
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
   * Tabs stay: no terminal does more than move at one. Of the others, those that ASCII has are
   * shown as {@code ^M}, and the rest as {@code <U+202E>}, as less(1) does.
   */
  private static String line(String line) {
    StringBuilder shown = new StringBuilder(line.length());
    line.codePoints()
        .forEach(c -> {
          if (c == '\t' || Printable.isHarmless(c)) {
            shown.appendCodePoint(c);
          } else if (c < 0x80) {
            shown.append('^').append((char) (c ^ 0x40));
          } else {
            shown.append("<U+%04X>".formatted(c));
          }
        });
    return shown.toString();
  }
}
