package dev.bawn.launcher.patch;

import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Printable;
import dev.bawn.launcher.review.Change;
import dev.bawn.launcher.review.Layers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;

/**
 * Changes for people to read: the same form, line by line, but with no character that a terminal
 * would act on, and without what nobody reads.
 */
public final class Shown {

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
   * @return what cannot be shown like that
   * @throws Failed if something was exchanged meanwhile
   */
  public List<LeftOut> all(Layers layers, List<Change> changes) {
    return new Patch(layers, FileVersion.LARGEST_TEXT, this::file).of(changes, changes);
  }

  private void file(FilePatch file) {
    harmless(file.head());
    if (file.isSameContent()) {
      return;
    }
    if (file.isText()) {
      harmless(file.lines());
    } else {
      lines.accept("the content is not text");
    }
  }

  /** Tabs stay: no terminal does more than move at one. */
  private void harmless(String raw) {
    String text = new String(raw.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    for (String line : text.split("\n")) {
      if (!line.isEmpty()) {
        lines.accept(
            String.join(
                "\t", List.of(line.split("\t", -1)).stream().map(Printable::whole).toList()));
      }
    }
  }
}
