package dev.bawn.launcher.key;

import dev.bawn.contract.failure.Failed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The caller's own editor, in the caller's own terminal. */
public final class Editor {

  /** What sensible-editor(1) looks for, in that order. */
  private static final List<String> USUAL = List.of("editor", "nano", "vim", "vi");

  /** What sh(1) says of a command that is not there. */
  private static final int NOT_FOUND = 127;

  private final String line;

  private Editor(String line) {
    this.line = line;
  }

  /** What {@code VISUAL} or {@code EDITOR} name; else the first of the usual ones. */
  public static Editor of(Map<String, String> environment) {
    return new Editor(
        Stream.of("VISUAL", "EDITOR")
            .map(name -> environment.getOrDefault(name, ""))
            .filter(value -> !value.isBlank())
            .findFirst()
            .orElseGet(Editor::usual));
  }

  private static String usual() {
    return USUAL.stream()
        .filter(name -> Files.isExecutable(Path.of("/usr/bin").resolve(name)))
        .findFirst()
        .orElse("nano");
  }

  /**
   * Looks for the editor before it is started: the shell would say itself that it is not there.
   * What stands before the command in a line of a shell's, {@code LANG=C vi}, is none.
   */
  private String script() {
    return "set -- \"$1\" "
        + line
        + "\ncase $2 in *=*) ;; *) command -v -- \"$2\" >/dev/null || exit "
        + NOT_FOUND
        + " ;; esac\n"
        + line
        + " \"$1\"";
  }

  /**
   * Opens a file and waits. An editor may be named with options, so a shell takes the words apart;
   * the file is an argument of its own.
   *
   * @return the editor's exit status
   * @throws Failed if there is no such editor
   */
  public int open(Path file) {
    try {
      int status =
          new ProcessBuilder("/bin/sh", "-c", script(), "sh", file.toString())
              .inheritIO()
              .start()
              .waitFor();
      if (status == NOT_FOUND) {
        throw new Failed(
            "there is no editor '" + line + "'", "name yours in EDITOR: export EDITOR=vi");
      }
      return status;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Failed.interrupted();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
