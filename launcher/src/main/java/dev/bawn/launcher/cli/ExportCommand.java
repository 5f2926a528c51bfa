package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.cli.Words;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.launcher.patch.Export;
import dev.bawn.launcher.session.SessionRecord;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** {@code export NAME --patch}: what a session changed, for {@code git apply} in the project. */
final class ExportCommand implements Command {

  @Override
  public CommandSpec spec() {
    return Words.command()
        .addPositional(SessionWord.word())
        .addPositional(NamedPaths.words())
        .addOption(NamedPaths.ignored())
        .addOption(Words.flag("--patch", "as a patch, to standard output"));
  }

  @Override
  public List<String> examples() {
    return List.of(
        "bawn export app-1 --patch >app-1.patch", "bawn export app-1 --patch | git apply");
  }

  @Override
  public int run(Typed typed, Surroundings here) {
    String file = typed.words().getFirst() + ".patch";
    if (!typed.has("--patch")) {
      throw new WrongUsage(
          "in which form?", "bawn export " + typed.words().getFirst() + " --patch >" + file);
    }
    if (here.terminals().out()) {
      throw new WrongUsage(
          "a patch holds what the session wrote, byte for byte, which is nothing for a terminal",
          "to read it: bawn diff; to keep it: bawn export … --patch >" + file);
    }
    SessionRecord record = SessionWord.of(typed, here).sound().record();
    NamedPaths named = NamedPaths.of(typed, record, here);
    return SessionWord.show(
            record,
            (layers, changes) -> {
              Selection selection = named.of(layers, changes);
              return DiffOutput.leftOut(
                  Export.to(here.out(), layers, selection.changes()), selection, "left out", here);
            })
        .orElseThrow(() -> SessionWord.nothingApart(record));
  }
}
