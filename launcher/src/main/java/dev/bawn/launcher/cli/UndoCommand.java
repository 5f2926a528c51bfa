package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Count;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.launcher.commits.MissingCommits;
import dev.bawn.launcher.linux.Flock;
import dev.bawn.launcher.merge.Merges;
import dev.bawn.launcher.merge.Outcome;
import dev.bawn.launcher.merge.Waiting;
import dev.bawn.launcher.record.History;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.review.RawPath;
import dev.bawn.launcher.sessions.ListedSession;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;

/** {@code undo NAME}: undoes the last merge, for all files that are still as it left them. */
final class UndoCommand implements Command {

  private static final int SHOWN = 3;

  @Override
  public CommandSpec spec() {
    CommandSpec spec =
        Parameters.command()
            .addPositional(NamedSession.orAgent())
            .addPositional(NamedPaths.project())
            .addOption(Parameters.flag("--json", "print JSON, one object"));
    spec.usageMessage()
        .description(
            "bawn does not take back files that changed after the merge, and names them. It brings no discarded file back: 'bawn discard' and 'bawn review' print where these files are; those of an agent are gone.",
            "");
    return spec;
  }

  @Override
  public List<String> examples() {
    return List.of("bawn undo app-1");
  }

  @Override
  public int run(Typed words, Surroundings here) {
    Typed typed = NamedSession.joinedAlone(words, here);
    SessionRecord record = NamedSession.of(typed, here).intact().record();
    RecordedChanges.requireProject(record);
    Merges merges = SessionMerges.of(record, typed);
    Outcome outcome =
        SessionMerges.settle(merges, here)
            .flatMap(Merges.Recovery::undone)
            .orElseGet(() -> undo(merges, record, here));
    if (!outcome.done().isEmpty()) {
      NamedSession.note(
          record.name(), History.Event.UNDONE, Integer.toString(outcome.done().size()), here);
    }
    MergeOutput output =
        new MergeOutput(record, MergeOutput.Work.UNDO, MissingCommits.NONE, List.of(), here);
    if (typed.has("--json")) {
      return output.json(outcome, Optional.empty());
    }
    int status = output.lines(outcome, Optional.empty());
    if (!outcome.waiting().isEmpty()) {
      otherMerges(outcome, record, here);
      here.note(
          "bawn: hint: files in conflict stay merged; reverse your own edits there, then undo"
              + " again: bawn undo "
              + record.name());
    }
    return status;
  }

  /** Names the sessions whose merges left these files as they are. */
  private static void otherMerges(Outcome outcome, SessionRecord record, Surroundings here) {
    Set<RawPath> paths = outcome.waiting().stream().map(Waiting::path).collect(Collectors.toSet());
    for (ListedSession each : NamedSession.sessions(here).all()) {
      if (each instanceof ListedSession.Intact(var other, _)
          && !other.name().equals(record.name())
          && other.changes().isPresent()
          && other.project().equals(record.project())) {
        String undo = "bawn undo " + other.name();
        Set<RawPath> left = new Merges(other, undo).leftAsMerged(paths);
        if (!left.isEmpty()) {
          List<String> names = left.stream().sorted().map(RawPath::shown).toList();
          here.note(
              "bawn: hint: "
                  + Count.first(names, SHOWN)
                  + (left.size() == 1 ? " is" : " are")
                  + " as the merge of "
                  + other.name()
                  + " left "
                  + (left.size() == 1 ? "it" : "them")
                  + "; to take that back first: "
                  + undo);
        }
      }
    }
  }

  private static Outcome undo(Merges merges, SessionRecord record, Surroundings here) {
    try (Flock _ = merges.lock()) {
      Outcome outcome =
          merges.undo(() ->
              RecordedChanges.changesLeft(record, (layers, _) -> layers.takenBack())
                  .orElse(Map.of()));
      SessionMerges.tellOnlyCopies(outcome, merges, here);
      if (!outcome.replaced().isEmpty()) {
        tellReplaced(outcome, merges, here);
      }
      return outcome;
    }
  }

  /** Names files that the merge replaced, that no undo restores, and that are only copies. */
  private static void tellReplaced(Outcome outcome, Merges merges, Surroundings here) {
    SortedMap<RawPath, Set<Path>> only =
        RecordedChanges.changesLeft(
                merges.record(), (layers, _) -> merges.onlyCopies(layers).replaced())
            .orElseGet(TreeMap::new);
    SortedMap<RawPath, Set<Path>> copies = new TreeMap<>();
    outcome
        .replaced()
        .forEach((path, copy) -> {
          if (only.getOrDefault(path, Set.of()).contains(copy)) {
            copies.put(path, Set.of(copy));
          }
        });
    if (!copies.isEmpty()) {
      here.note(
          "bawn: the merge of these files was already taken back outside of bawn, for example by git, so"
              + " they stay as they are: "
              + Count.first(copies.keySet().stream().map(RawPath::shown).toList(), SHOWN));
      DestroyCommand.print(copies, merges.directory(), here);
    }
  }
}
