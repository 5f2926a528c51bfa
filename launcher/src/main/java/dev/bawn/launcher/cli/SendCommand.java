package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.launcher.engine.Tmux;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** {@code send NAME TEXT...}: types text into a background session, and Enter after it. */
final class SendCommand implements Command {

  private static final int LARGEST = 1 << 20;

  @Override
  public CommandSpec spec() {
    CommandSpec spec =
        Parameters.command()
            .addPositional(NamedSession.word())
            .addPositional(
                Parameters.others(
                    "TEXT", "the text to type; bawn joins several arguments with spaces"))
            .addOption(Parameters.option("--file", "FILE", "type the text of this file"))
            .addOption(Parameters.flag("--no-enter", "do not press Enter after the text"));
    spec.usageMessage().customSynopsis("bawn send [OPTION]... SESSION [TEXT]...");
    return spec;
  }

  @Override
  public List<String> examples() {
    return List.of(
        "bawn send fix yes",
        "bawn send fix --file answer.md",
        "bawn send fix --no-enter 'a draft'");
  }

  @Override
  public int run(Typed typed, Surroundings here) {
    String text = text(typed, here);
    NamedSession word = NamedSession.of(typed, here);
    Tmux tmux = word.requireBackground(here);
    type(tmux, word, text, !typed.has("--no-enter"));
    return 0;
  }

  private static String text(Typed typed, Surroundings here) {
    List<String> words = typed.words().subList(1, typed.words().size());
    String file = typed.value("--file", "");
    if (words.isEmpty() == file.isEmpty()) {
      throw new WrongUsage(
          file.isEmpty() ? "expected a text or --file" : "--file and a text exclude each other",
          "for example: bawn send " + Printable.of(typed.words().getFirst()) + " yes");
    }
    String text = file.isEmpty() ? String.join(" ", words) : read(here.directory().resolve(file));
    int control =
        text.chars()
            .filter(c -> c < ' ' && c != '\n' && c != '\t' || c == 0x7f)
            .findFirst()
            .orElse(0);
    if (control != 0) {
      // ESC [201~ would end the bracketed paste, and what follows would be keys
      throw new WrongUsage(
          "the text contains a control character (0x%02x)".formatted(control),
          "send plain text; to press keys: bawn attach " + Printable.of(typed.words().getFirst()));
    }
    return text.replaceAll("\n+$", "");
  }

  private static String read(Path file) {
    try {
      if (Files.size(file) > LARGEST) {
        throw new WrongUsage(
            Printable.whole(file.toString()) + " is larger than 1 MiB", "send a shorter text");
      }
      return Files.readString(file).replace("\r\n", "\n");
    } catch (IOException e) {
      throw new NotFound(
          "cannot read " + Printable.whole(file.toString()) + ", or it is not UTF-8",
          "give a readable text file");
    }
  }

  /**
   * Pastes the text, as a terminal does: a tool that knows bracketed paste takes it as one text.
   */
  private static void type(Tmux tmux, NamedSession word, String text, boolean enter) {
    String target = Tmux.target(word.name());
    String buffer = "bawn-" + ProcessHandle.current().pid();
    Tmux.Answer answer =
        tmux.call(text.getBytes(StandardCharsets.UTF_8), "load-buffer", "-b", buffer, "-");
    if (answer.isDone() && !text.isEmpty()) {
      answer = tmux.call("paste-buffer", "-d", "-p", "-r", "-b", buffer, "-t", target);
    }
    if (answer.isDone() && enter) {
      answer = tmux.call("send-keys", "-t", target, "Enter");
    }
    if (!answer.isDone()) {
      throw new Failed(
          "tmux cannot type into session '" + word.name() + "': " + Printable.of(answer.text()),
          "check that it is running: bawn list");
    }
  }
}
