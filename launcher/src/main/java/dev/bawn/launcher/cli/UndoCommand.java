package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.cli.Words;
import dev.bawn.launcher.linux.Flock;
import dev.bawn.launcher.merge.Merges;
import dev.bawn.launcher.merge.Outcome;
import dev.bawn.launcher.record.SessionRecord;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** {@code undo NAME}: takes the last merge back, as far as the files are as it left them. */
final class UndoCommand implements Command {

  @Override
  public CommandSpec spec() {
    return Words.command()
        .addPositional(SessionWord.word())
        .addOption(Words.flag("--json", "as JSON, one object"));
  }

  @Override
  public List<String> examples() {
    return List.of("bawn undo app-1");
  }

  @Override
  public int run(Typed typed, Surroundings here) {
    SessionRecord record = SessionWord.of(typed, here).sound().record();
    SessionWord.requireProject(record);
    Merges merges = SessionWord.merges(record, typed);
    Outcome outcome;
    if (SessionWord.settle(merges, here).filter(each -> !each.isFinished()).isPresent()) {
      outcome = new Outcome(List.of(), List.of()); // it was the last one, and is taken back
    } else {
      try (Flock _ = merges.lock()) {
        outcome = merges.undo();
      }
    }
    MergeOutput output = new MergeOutput(record, "taken back", false, List.of(), here);
    return typed.has("--json")
        ? output.json(outcome, Optional.empty())
        : output.lines(outcome, Optional.empty());
  }
}
