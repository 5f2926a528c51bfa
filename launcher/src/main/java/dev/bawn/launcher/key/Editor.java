package dev.bawn.launcher.key;

import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Refused;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The caller's own editor, in the caller's own terminal. */
public final class Editor {

  /** The editors of sensible-editor(1), in that order. */
  private static final List<String> USUAL = List.of("editor", "nano", "vim", "vi");

  /** The exit status of sh(1) for a command that does not exist. */
  private static final int NOT_FOUND = 127;

  private final String line;

  private Editor(String line) {
    this.line = line;
  }

  /** The editor of {@code VISUAL} or {@code EDITOR}; else the first of the usual ones. */
  public static Editor of(Map<String, String> environment) {
    return new Editor(named(environment).orElseGet(Editor::usual));
  }

  /**
   * Requires a terminal, or an editor in the environment, which may need none.
   *
   * @param file the file to edit
   * @throws Refused if there is neither
   */
  public static void requirePossible(Surroundings here, Path file) {
    if (!here.terminals().canAsk() && named(here.environment()).isEmpty()) {
      throw new Refused(
          "there is no terminal for an editor", "edit " + file + " yourself, or set EDITOR");
    }
  }

  private static Optional<String> named(Map<String, String> environment) {
    return Stream.of("VISUAL", "EDITOR")
        .map(name -> environment.getOrDefault(name, ""))
        .filter(value -> !value.isBlank())
        .findFirst();
  }

  private static String usual() {
    return USUAL.stream()
        .filter(name -> Files.isExecutable(Path.of("/usr/bin").resolve(name)))
        .findFirst()
        .orElse("nano");
  }

  /**
   * A script that checks that the editor exists before it starts it: otherwise the shell would
   * print its own error. An assignment before the command, as in {@code LANG=C vi}, is not checked.
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
   * Opens a file and waits. The name of the editor may contain options, so a shell splits it; the
   * file is a separate argument.
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
      throw Failed.interrupted(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
