package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.launcher.engine.Tmux;
import dev.bawn.launcher.record.SessionName;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Text that is typed into background sessions.
 *
 * @param text without control characters
 * @param enters whether Enter is pressed after it
 */
record TypedText(String text, boolean enters) {

  private static final int LARGEST = 1 << 20;

  /** Adds the options. */
  static CommandSpec addTo(CommandSpec spec) {
    return spec.addOption(Parameters.option("--file", "FILE", "type the text of this file"))
        .addOption(Parameters.flag("--no-enter", "do not press Enter after the text"));
  }

  /**
   * The text of the arguments, or of a file.
   *
   * @param words arguments, which are joined with spaces
   * @param directory of the caller
   * @param example a correct command line
   * @throws WrongUsage if there is no text, or if it contains control characters
   */
  static TypedText of(List<String> words, Typed typed, Path directory, String example) {
    String file = typed.value("--file", "");
    if (words.isEmpty() == file.isEmpty()) {
      throw new WrongUsage(
          file.isEmpty()
              ? "expected a text or --file"
              : "--file and a text cannot be used together",
          "for example: " + example);
    }
    String text = file.isEmpty() ? String.join(" ", words) : read(directory.resolve(file));
    int control =
        text.chars()
            .filter(c -> Character.isISOControl(c) && c != '\n' && c != '\t')
            .findFirst()
            .orElse(0);
    if (control != 0) {
      // ESC [201~, or its first two characters as U+009B, would end the bracketed paste: the rest
      // would be keys
      throw new WrongUsage(
          "the text contains a control character (0x%02x)".formatted(control),
          "send plain text; to press keys: bawn attach SESSION");
    }
    return new TypedText(text.replaceAll("\n+$", ""), !typed.has("--no-enter"));
  }

  private static String read(Path file) {
    try {
      if (Files.size(file) > LARGEST) {
        throw new WrongUsage(
            Printable.whole(file) + " is larger than 1 MiB", "send a shorter text");
      }
      return Files.readString(file).replace("\r\n", "\n");
    } catch (CharacterCodingException e) {
      throw new WrongUsage(
          "the file '" + Printable.whole(file) + "' is not UTF-8",
          "convert it, for example with iconv");
    } catch (IOException e) {
      throw UnreadableFile.of("the file ", file, e);
    }
  }

  /**
   * Pastes the text into the terminals of these sessions, as a terminal does: a tool with support
   * for bracketed paste reads it as one text.
   *
   * @return for each failed session the reason
   */
  Map<SessionName, String> into(List<SessionName> names, Tmux tmux) {
    Map<SessionName, String> failed = new TreeMap<>();
    String buffer = "bawn-" + ProcessHandle.current().pid();
    Tmux.Answer loaded =
        text.isEmpty()
            ? new Tmux.Answer(0, "")
            : tmux.call(text.getBytes(StandardCharsets.UTF_8), "load-buffer", "-b", buffer, "-");
    for (SessionName name : names) {
      Tmux.Answer answer = loaded.isDone() ? tmux.call(keys(name, buffer)) : loaded;
      if (!answer.isDone()) {
        failed.put(name, Printable.of(answer.text()));
      }
    }
    if (!text.isEmpty()) {
      tmux.call("delete-buffer", "-b", buffer);
    }
    return failed;
  }

  private String[] keys(SessionName name, String buffer) {
    String target = Tmux.target(name);
    List<String> words = new ArrayList<>();
    if (!text.isEmpty()) {
      words.addAll(List.of("paste-buffer", "-p", "-r", "-b", buffer, "-t", target));
    }
    if (enters) {
      if (!words.isEmpty()) {
        words.add(";");
      }
      words.addAll(List.of("send-keys", "-t", target, "Enter"));
    }
    return words.isEmpty()
        ? new String[] {"has-session", "-t", target}
        : words.toArray(String[]::new);
  }
}
