package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Count;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.ShellQuoting;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.launcher.commits.Branch;
import dev.bawn.launcher.commits.BranchName;
import dev.bawn.launcher.commits.FetchedCommits;
import dev.bawn.launcher.commits.LargeFiles;
import dev.bawn.launcher.commits.MissingCommits;
import dev.bawn.launcher.commits.Quarantine;
import dev.bawn.launcher.commits.Reference;
import dev.bawn.launcher.commits.SessionHistory;
import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.Flock;
import dev.bawn.launcher.merge.Applied;
import dev.bawn.launcher.merge.Merges;
import dev.bawn.launcher.merge.Outcome;
import dev.bawn.launcher.merge.Waiting;
import dev.bawn.launcher.record.History;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.review.Layers;
import dev.bawn.launcher.review.RawPath;
import dev.bawn.launcher.review.Reviewed;
import dev.bawn.launcher.review.TextMerge;
import dev.bawn.launcher.screen.OpenDecisions;
import dev.bawn.launcher.sessions.ListedSession;
import dev.bawn.launcher.workspace.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code merge NAME --all}: copies the changes of a session into its project. Commits arrive by
 * {@code --branch}. Text that others changed too is merged line by line; changes that cannot be
 * merged are left out and named.
 */
record MergeCommand(Function<Surroundings, CommandContext> context) implements Command {

  private static final int SHOWN = 3;
  private static final String BRANCH = "--branch";

  /** Directories that programs generate, and that a merge seldom needs. */
  private static final Set<String> GENERATED =
      Set.of(".venv", "venv", "node_modules", ".tox", ".nox", "__pycache__", "target");

  private static final String ACCEPT = "--accept-hazards";

  @Override
  public CommandSpec spec() {
    CommandSpec spec =
        Parameters.command()
            .addPositional(NamedSession.orAgent())
            .addPositional(NamedPaths.words())
            .addOption(Parameters.flag("--all", "merge all changes"))
            .addOption(NamedPaths.ignored())
            .addOption(
                Parameters.option(BRANCH, "BRANCH", "fetch the session's commits as this branch"))
            .addOption(Parameters.flag(ACCEPT, "merge severe hazards, too, for example .envrc"))
            .addOption(Parameters.flag("--markers", "write conflicts into the files, with markers"))
            .addOption(
                Parameters.flag("--dry-run", "show what would be merged, and change nothing"))
            .addOption(Parameters.flag("--json", "print JSON, one object"));
    spec.usageMessage()
        .description(
            "Exit status 1: something is left out: a conflict, commits that you have not fetched, files that git ignores or that bawn cannot read, or files that you rejected or edited in a review. Only the session still has this work: 'bawn destroy --force' would remove it. Exit status 3: nothing was merged, for example because of a severe hazard.",
            "");
    return spec;
  }

  @Override
  public List<String> examples() {
    return List.of(
        "bawn merge app-1 --all",
        "bawn merge app-1 src/hello.py",
        "bawn merge app-1 --all --dry-run",
        "bawn merge app-1 --branch bawn/app-1");
  }

  @Override
  public int run(Typed words, Surroundings here) throws IOException {
    Typed typed = NamedSession.joined(words, here);
    NamedSession session = NamedSession.of(typed, here);
    ListedSession.Intact listed = session.intact();
    SessionRecord record = listed.record();
    NamedPaths named = NamedPaths.of(typed, record, here);
    boolean all = typed.has("--all");
    if (typed.has(BRANCH)) {
      RecordedChanges.requireSomeProject(record);
      int fetched = fetch(session, record, typed.value(BRANCH, ""), typed, here);
      if (fetched != 0 || !all && typed.words().size() == 1) {
        return fetched;
      }
    }
    if (all == typed.words().size() > 1) {
      throw new WrongUsage(
          all ? "--all and a path cannot be used together" : "expected --all, --branch or a path",
          "all changes: bawn merge " + record.name() + " --all; see: bawn status " + record.name());
    }
    Merges merges = SessionMerges.of(record, typed);
    SessionMerges.warnOfAnotherProject(record, here);
    SessionMerges.warnOfRunning(listed, here);
    SessionMerges.settle(merges, here);
    EditedTexts.keepUnlisted(session, typed, here);
    return RecordedChanges.show(
            record,
            named,
            (layers, selection) -> merge(typed, here, session, merges, layers, selection))
        .orElseThrow();
  }

  /** Fetches the commits to a branch, which changes no file of the work tree. */
  private int fetch(
      NamedSession session, SessionRecord record, String branch, Typed typed, Surroundings here) {
    if (typed.has("--json")) {
      throw new WrongUsage(
          "--branch and --json cannot be used together",
          "see: bawn log " + record.name() + " --json");
    }
    if (record.name().isOfAgent()) {
      AgentOverlay.requireOwn(record);
    }
    BranchName name = BranchName.of(branch, SessionBundle.toFetch(record.name()));
    try (Quarantine commits = SessionBundle.receive(session, record, context.apply(here), here)) {
      List<String> withheld = commits.log().reasons();
      if (commits.branches().isEmpty()) {
        if (!withheld.isEmpty()) {
          throw withheld(record, commits.log(), typed);
        }
        here.err().println("the project has all commits of " + record.name());
        return 0;
      }
      boolean isTrial = typed.has("--dry-run");
      FetchedCommits fetched = FetchedCommits.beside(record.changes().orElseThrow());
      List<String> names = commits.names(name, fetched.ids());
      if (isTrial) {
        commits.requireForward(names);
      } else {
        fetchLargeFiles(record, here);
        commits.fetch(names);
        fetched.add(commits.branches());
        if (!record.name().isOfAgent()) {
          Checkout.keepFetched(
              record.changes().orElseThrow().getParent(),
              record.name().text(),
              commits.branches().stream().map(Branch::id).toList());
        }
      }
      withheld.forEach(each -> here.note("bawn: not fetched: " + each));
      commits.hazards().forEach(each -> here.note("bawn: hazard: " + each));
      if (!isTrial) {
        nameLackedContents(commits.withoutContent(), here);
        nameOtherRepositories(record, here);
      }
      here.out()
          .println(
              record.name()
                  + ": "
                  + Count.of(commits.log().countOf(commits.branches()), "commit")
                  + (isTrial ? " would be" : "")
                  + " fetched to "
                  + Printable.of(String.join(", ", names)));
      return withheld.isEmpty() ? 0 : 1;
    } catch (IOException e) {
      throw new Failed(
          "the commits of " + record.name() + " cannot be fetched: " + e.getMessage(),
          "is the disk full? df " + record.changes().orElseThrow());
    }
  }

  /**
   * Copies large files before the commits that point to them, so that the project never has a
   * pointer without its file.
   */
  private static void fetchLargeFiles(SessionRecord record, Surroundings here) {
    int count =
        RecordedChanges.read(
                record,
                (layers, changes) ->
                    LargeFiles.of(layers, record.changes().orElseThrow(), changes).fetch())
            .orElse(0);
    if (count > 0) {
      here.note("bawn: copied to .git/lfs: " + Count.of(count, "large file"));
    }
  }

  /**
   * Names files whose content neither the session nor the project has: a checkout downloads them,
   * or fails.
   */
  private static void nameLackedContents(List<RawPath> files, Surroundings here) {
    if (!files.isEmpty()) {
      here.note(
          "bawn: warning: neither the session nor the project has the git LFS content of "
              + Count.first(files.stream().map(RawPath::shown).toList(), SHOWN));
    }
  }

  /**
   * Names commits of other repositories: a fetched commit may refer to a commit of a submodule. It
   * runs after the fetch, which may have brought the commits of a linked worktree.
   */
  private static void nameOtherRepositories(SessionRecord record, Surroundings here) {
    List<String> nested =
        RecordedChanges.read(
                record,
                (layers, changes) ->
                    MissingCommits.of(record.changes().orElseThrow(), layers, changes).others())
            .orElse(List.of())
            .stream()
            .filter(Reference::isNested)
            .map(each -> each.name().shown())
            .toList();
    if (!nested.isEmpty()) {
      here.note(
          "bawn: warning: only the session has the commits of %s; how to fetch them: bawn status %s"
              .formatted(Count.first(nested, SHOWN), record.name()));
    }
  }

  private static Refused withheld(SessionRecord record, SessionHistory history, Typed typed) {
    List<String> reasons = history.reasons();
    return new Refused(
        "no commits were fetched: "
            + String.join("; ", reasons.subList(0, Math.min(SHOWN, reasons.size())))
            + (reasons.size() > SHOWN ? "; and " + (reasons.size() - SHOWN) + " more" : ""),
        history
            .before()
            .map(each ->
                "fetch the commits before it: %s branch at-%s %s && %s"
                    .formatted(
                        SessionBundle.git(record.name()),
                        each.shortId(),
                        each.shortId(),
                        typed.line()))
            .orElse("the changed files can still be merged; see: bawn status " + record.name()));
  }

  private static int merge(
      Typed typed,
      Surroundings here,
      NamedSession session,
      Merges merges,
      Layers layers,
      Selection named)
      throws IOException {
    boolean isTrial = typed.has("--dry-run");
    SessionRecord record = session.intact().record();
    RecordedChanges.requireBase(record, layers);
    SessionMerges.warnOfTakenBack(record, layers, here);
    OpenDecisions review = OpenDecisions.of(session.directory().path(), merges.paths());
    Map<RawPath, String> left =
        typed.has("--all") ? review.against(layers, named.changes()) : Map.of();
    Selection selection = named.without(review.withSources(left.keySet()));
    List<Reviewed> reviewed = Reviewed.all(layers, selection.changes());
    if (!typed.has(ACCEPT)) {
      requireHarmless(record, reviewed, typed);
    }
    Outcome outcome;
    try (Flock _ = merges.lock()) {
      outcome =
          merges
              .merge(
                  layers,
                  selection.changes(),
                  selection.moves(layers, reviewed),
                  Map.of(),
                  isTrial,
                  typed.has("--markers"),
                  here.user().number())
              .leaving(left);
    }
    if (!isTrial && !outcome.done().isEmpty()) {
      Set<RawPath> replaced = new HashSet<>(review.edited());
      replaced.retainAll(outcome.paths());
      EditedTexts.leave(session, replaced, here);
      NamedSession.note(
          record.name(), History.Event.MERGED, Integer.toString(outcome.done().size()), here);
    }
    MissingCommits missing =
        MissingCommits.of(record.changes().orElseThrow(), layers, selection.changes());
    MergeOutput output =
        new MergeOutput(
            record,
            isTrial ? MergeOutput.Work.TRIAL : MergeOutput.Work.MERGE,
            missing,
            reviewed,
            here);
    if (typed.has("--json")) {
      return output.json(outcome, Optional.of(selection));
    }
    int status = output.lines(outcome, Optional.of(selection));
    if (typed.has("--markers") && !isTrial) {
      nameMarked(layers, outcome, here);
    }
    hint(record, outcome, typed).ifPresent(here::note);
    if (!left.isEmpty()) {
      here.note(reviewHint(record, left.keySet()));
    }
    if (outcome.waiting().stream().anyMatch(Waiting::isPassing)) {
      here.note("bawn: hint: for files that are being changed, try again: " + typed.line());
    }
    return status;
  }

  private static void nameMarked(Layers layers, Outcome outcome, Surroundings here)
      throws IOException {
    List<String> marked = new ArrayList<>();
    for (Applied each : outcome.done()) {
      Optional<byte[]> text =
          layers.project(each.path()).filter(there -> there.is(FileKind.FILE)).isPresent()
              ? layers.readProject(each.path(), file -> file.content(TextMerge.LARGEST))
              : Optional.empty();
      if (text.filter(TextMerge::hasMarkers).isPresent()) {
        marked.add(each.path().shown());
      }
    }
    if (!marked.isEmpty()) {
      here.note(
          "bawn: conflict markers are in "
              + Count.first(marked, SHOWN)
              + ": edit the lines between them");
    }
  }

  /** The hint for changes with a decision of a review. */
  private static String reviewHint(SessionRecord record, Set<RawPath> left) {
    return "bawn: hint: merge "
        + (left.size() == 1 ? "it" : "them")
        + " in the review: bawn review "
        + record.name()
        + ", then m; to merge what the session has: "
        + ShellQuoting.join(words(record, List.of(named(left.iterator().next().shown()))));
  }

  /** The words of a merge. An agent and its project are two of them. */
  private static List<String> words(SessionRecord record, List<String> paths) {
    List<String> words = new ArrayList<>(List.of("bawn", "merge"));
    words.addAll(List.of(record.name().text().split(" ")));
    words.addAll(paths);
    return words;
  }

  /** The hint after conflicts. */
  private static Optional<String> hint(SessionRecord record, Outcome outcome, Typed typed) {
    List<Waiting> conflicts =
        outcome.waiting().stream().filter(each -> each.isConflict() && !each.isPassing()).toList();
    List<Waiting> texts = conflicts.stream().filter(Waiting::takesMarkers).toList();
    if (conflicts.isEmpty()) {
      return Optional.empty();
    }
    if (conflicts.stream().allMatch(Waiting::isInTheWay)) {
      return Optional.of(
          "bawn: hint: move the project's file or directory away, then merge again; or reject the"
              + " session's change in a review: bawn review "
              + record.name());
    }
    List<String> words =
        words(record, texts.stream().map(each -> named(each.path().shown())).toList());
    words.add("--markers");
    if (typed.has(ACCEPT)) {
      words.add(ACCEPT);
    }
    String markers = "; to write both sides with markers: " + ShellQuoting.join(words);
    return Optional.of(
        "bawn: hint: decide in a review: bawn review "
            + record.name()
            + (texts.isEmpty() || texts.size() > SHOWN ? "" : markers));
  }

  private static String named(String path) {
    return path.startsWith("-") ? "./" + path : path;
  }

  private static void requireHarmless(SessionRecord record, List<Reviewed> changes, Typed typed) {
    List<String> severe =
        changes.stream()
            .filter(Reviewed::isSevere)
            .map(each -> each.change().path().shown() + " (" + each.severeLabels() + ")")
            .toList();
    if (!severe.isEmpty()) {
      throw new Refused(
          (typed.has("--dry-run") ? "nothing would be merged" : "nothing was merged")
              + ", because of hazards: "
              + Count.first(severe, SHOWN),
          "read them: bawn diff "
              + record.name()
              + (typed.has("--ignored") ? " --ignored; then: " : "; then: ")
              + typed.line()
              + " --accept-hazards; or name other paths"
              + toDiscard(record, changes));
    }
  }

  /**
   * The command that discards a directory with all hazards that the project lacks, or a generated
   * one.
   */
  private static String toDiscard(SessionRecord record, List<Reviewed> changes) {
    List<String> paths =
        changes.stream()
            .filter(Reviewed::isSevere)
            .map(each -> each.change().path().shown())
            .toList();
    String first = paths.getFirst();
    for (int at = first.indexOf('/'); at > 0; at = first.indexOf('/', at + 1)) {
      String directory = first.substring(0, at);
      if (paths.stream().allMatch(each -> each.startsWith(directory + "/"))
          && (GENERATED.contains(directory.substring(directory.lastIndexOf('/') + 1))
              || Files.notExists(
                  record.project().orElseThrow().resolve(directory), LinkOption.NOFOLLOW_LINKS))) {
        return "; to discard the directory: "
            + ShellQuoting.join(List.of("bawn", "discard", record.name().text(), named(directory)));
      }
    }
    return "";
  }
}
