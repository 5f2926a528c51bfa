package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Count;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.ShellQuoting;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.launcher.commits.MissingCommits;
import dev.bawn.launcher.commits.StagedFiles;
import dev.bawn.launcher.linux.Flock;
import dev.bawn.launcher.merge.Discard;
import dev.bawn.launcher.merge.Outcome;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.review.Change;
import dev.bawn.launcher.review.Layers;
import dev.bawn.launcher.review.RawPath;
import dev.bawn.launcher.review.Reviewed;
import dev.bawn.launcher.screen.OpenDecisions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code discard NAME PATH...}: drops the session's changes at these paths, so that it sees the
 * project's files again. The session's files are kept aside until the session is destroyed.
 */
final class DiscardCommand implements Command {

  /** The most repositories, references or files in a message. */
  private static final int MOST_NAMES = 3;

  @Override
  public CommandSpec spec() {
    return Parameters.command()
        .addPositional(NamedSession.orAgent())
        .addPositional(NamedPaths.words())
        .addOption(Parameters.flag("--all", "drop all changes"))
        .addOption(NamedPaths.ignored());
  }

  @Override
  public List<String> examples() {
    return List.of(
        "bawn discard app-1 src/hello.py",
        "bawn discard app-1 --all",
        "bawn discard a.noir app src/hello.py");
  }

  @Override
  public int run(Typed words, Surroundings here) {
    Typed typed = NamedSession.joined(words, here);
    NamedSession session = NamedSession.of(typed, here);
    SessionRecord record = session.intact().record();
    NamedPaths named = NamedPaths.of(typed, record, here);
    if (typed.has("--all") == typed.words().size() > 1) {
      throw new WrongUsage(
          typed.has("--all")
              ? "--all and a path cannot be used together"
              : "expected --all or a path",
          "all changes: bawn discard " + record.name() + " --all");
    }
    session.requireRested();
    SessionMerges.settle(SessionMerges.of(record, typed), here);
    RecordedChanges.Show drop =
        (layers, own) -> {
          List<Change> changes = withSettled(own, layers);
          Selection selection = withoutGit(typed, named, layers, named.of(layers, changes), here);
          Discard discard = session.discard(record, here);
          List<Reviewed> reviewed = Reviewed.all(layers, selection.changes());
          String git = inGit(record, layers, selection.changes());
          Outcome outcome;
          SortedMap<RawPath, Path> drafts;
          try (Flock _ = session.discardLock()) {
            outcome = discard.of(reviewed, changes, layers);
            drafts = OpenDecisions.discarded(session.directory().path(), outcome.paths());
          }
          MergeOutput.kept(discard, record, here);
          EditedTexts.name(drafts, here);
          if (!git.isEmpty()) {
            here.note("bawn: discarded with git's own files: " + git);
          }
          return new MergeOutput(
                  record, MergeOutput.Work.DISCARD, MissingCommits.NONE, reviewed, here)
              .lines(outcome, Optional.of(selection));
        };
    // files that an agent closed to the operator are discarded, too
    return record.name().isOfAgent()
        ? RecordedChanges.read(record, drop::of).orElseThrow()
        : RecordedChanges.show(record, drop).orElseThrow();
  }

  /** All that an agent's discard can drop, sorted by path. */
  private static List<Change> withSettled(List<Change> changes, Layers layers) {
    return Stream.concat(changes.stream(), layers.settled().stream())
        .sorted(Comparator.comparing(Change::path))
        .toList();
  }

  /**
   * The references and staged files that the project lacks, in words; empty if none of git's own
   * files are discarded.
   */
  private static String inGit(SessionRecord record, Layers layers, List<Change> changes)
      throws IOException {
    boolean areInGit = false;
    for (Change each : changes) {
      areInGit |= layers.git().contain(each.path());
    }
    if (!areInGit) {
      return "";
    }
    List<String> staged =
        StagedFiles.of(record, layers, changes, Set.of()).stream()
            .map(each -> each.path().shown())
            .toList();
    List<String> references =
        MissingCommits.of(record.changes().orElseThrow(), layers, changes).references().stream()
            .map(each -> each.name().shown())
            .toList();
    List<String> words = new ArrayList<>();
    if (!staged.isEmpty()) {
      words.add("the staged content of " + Count.first(staged, MOST_NAMES));
    }
    if (!references.isEmpty()) {
      words.add("the commits of " + Count.first(references, MOST_NAMES));
    }
    return String.join("; ", words);
  }

  /**
   * The selection without git's own files, which contain the session's commits, unless the user
   * names them.
   */
  private static Selection withoutGit(
      Typed typed, NamedPaths named, Layers layers, Selection selection, Surroundings here)
      throws IOException {
    List<Change> kept = new ArrayList<>();
    List<RawPath> left = new ArrayList<>();
    for (Change change : selection.changes()) {
      Optional<RawPath> repository = layers.git().repository(change.path());
      if (repository.isEmpty() || named.areIn(repository.get(), change.path())) {
        kept.add(change);
      } else {
        left.add(
            repository.get().equals(RawPath.TOP)
                ? new RawPath(change.path().names().getFirst().bytes())
                : repository.get());
      }
    }
    if (!left.isEmpty()) {
      here.note(
          "bawn: not discarded: "
              + left.size()
              + " of git's own files; such files can contain commits; to discard them: bawn"
              + " discard "
              + typed.words().getFirst()
              + " "
              + left.stream()
                  .distinct()
                  .limit(MOST_NAMES)
                  .map(each -> ShellQuoting.join(List.of(each.shown())))
                  .collect(Collectors.joining(" ")));
    }
    return new Selection(kept, selection.ignored());
  }
}
