package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.launcher.record.SessionRecord;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code diff NAME [PATH...]}: prints the changes of a session line by line, for reading; {@code
 * export} makes a patch.
 */
final class DiffCommand implements Command {

  @Override
  public CommandSpec spec() {
    CommandSpec spec =
        Parameters.command()
            .addPositional(NamedSession.orAgent())
            .addPositional(NamedPaths.words())
            .addOption(NamedPaths.ignored());
    spec.usageMessage()
        .description(
            "Exit status 1: work is not shown, for example files that git ignores, or commits.",
            "");
    return spec;
  }

  @Override
  public List<String> examples() {
    return List.of("bawn diff app-1", "bawn diff app-1 src/hello.py", "bawn diff app-1 | less");
  }

  @Override
  public int run(Typed words, Surroundings here) {
    Typed typed = NamedSession.joined(words, here);
    SessionRecord record = NamedSession.of(typed, here).intact().record();
    SessionMerges.warnOfAnotherProject(record, here);
    SessionMerges.warnOfInterrupted(record, here);
    NamedPaths named = NamedPaths.of(typed, record, here);
    return RecordedChanges.show(
            record,
            named,
            (layers, selection) -> {
              SessionMerges.warnOfTakenBack(record, layers, here);
              return new DiffOutput(record.name(), here).print(layers, selection);
            })
        .orElseThrow(() -> RecordedChanges.nothingApart(record));
  }
}
