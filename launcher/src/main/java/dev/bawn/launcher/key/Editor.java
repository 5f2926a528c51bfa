package dev.bawn.launcher.key;

import dev.bawn.contract.failure.Failed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

/** The caller's own editor, in the caller's own terminal. */
public final class Editor {

  private final String line;

  private Editor(String line) {
    this.line = line;
  }

  /** What {@code VISUAL} or {@code EDITOR} name; else nano, as sensible-editor(1) has it. */
  public static Editor of(Map<String, String> environment) {
    return new Editor(
        Stream.of("VISUAL", "EDITOR")
            .map(name -> environment.getOrDefault(name, ""))
            .filter(value -> !value.isBlank())
            .findFirst()
            .orElse("nano"));
  }

  /**
   * Opens a file and waits. An editor may be named with options, so a shell takes the words apart;
   * the file is an argument of its own.
   *
   * @return the editor's exit status
   */
  public int open(Path file) {
    try {
      return new ProcessBuilder("/bin/sh", "-c", line + " \"$1\"", "sh", file.toString())
          .inheritIO()
          .start()
          .waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Failed("interrupted", "run it again");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
