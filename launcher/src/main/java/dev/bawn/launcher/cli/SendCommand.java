package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.Failed;
import dev.bawn.launcher.engine.Tmux;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** {@code send NAME TEXT...}: types text into a background session, and Enter after it. */
final class SendCommand implements Command {

  @Override
  public CommandSpec spec() {
    CommandSpec spec =
        TypedText.addTo(
            Parameters.command()
                .addPositional(NamedSession.word())
                .addPositional(
                    Parameters.others(
                        "TEXT", "the text to type; bawn joins several arguments with spaces")));
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
    List<String> words = typed.words();
    NamedSession word = NamedSession.session(words.getFirst(), here);
    TypedText text =
        TypedText.of(
            words.subList(1, words.size()),
            typed,
            here.directory(),
            "bawn send " + word.name() + " yes");
    Tmux tmux = word.requireBackground(here);
    text.into(List.of(word.name()), tmux)
        .forEach((name, reason) -> {
          throw new Failed(
              "tmux cannot type into session '" + name + "': " + reason,
              "check that it is running: bawn list");
        });
    return 0;
  }
}
