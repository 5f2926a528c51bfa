package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Count;
import dev.bawn.contract.cli.JsonOutput;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.ShellQuoting;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.cli.WrappedText;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.launcher.commits.MissingCommits;
import dev.bawn.launcher.commits.Reference;
import dev.bawn.launcher.commits.StagedFile;
import dev.bawn.launcher.commits.StagedFiles;
import dev.bawn.launcher.record.SessionName;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.review.Layers;
import dev.bawn.launcher.review.Reviewed;
import dev.bawn.launcher.sessions.ListedSession;
import dev.bawn.launcher.workspace.GitProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code status NAME [PATH...]}: lists the changes of a session, read from outside. See {@link
 * ListedOutput} for the fields of the JSON; in addition {@code changes} as in {@link
 * ChangesOutput}.
 */
final class StatusCommand implements Command {

  /**
   * The most changes whose contents are searched for hazards; reading more takes as long as listing
   * them. Names are always checked.
   */
  private static final int MOST_CONTENTS = 2000;

  private static final int MOST_REFERENCES = 100;
  private static final int SHOWN = 3;

  @Override
  public CommandSpec spec() {
    return Parameters.command()
        .addPositional(NamedSession.orAgent())
        .addPositional(NamedPaths.words())
        .addOption(NamedPaths.ignored())
        .addOption(Parameters.flag("--diff", "show the changed lines, too"))
        .addOption(
            Parameters.flag(
                "--brief",
                "print one line with the number of changes; print nothing if there are no changes and"
                    + " no commits"))
        .addOption(Parameters.flag("--json", "print JSON, one object"));
  }

  @Override
  public List<String> examples() {
    return List.of(
        "bawn status app-1",
        "bawn status app-1 src",
        "bawn status app-1 --diff",
        "bawn status app-1 --brief",
        "bawn status app-1 --json");
  }

  @Override
  public int run(Typed words, Surroundings here) throws IOException {
    Typed typed = NamedSession.joined(words, here);
    if (typed.has("--json") && typed.has("--diff")) {
      throw new WrongUsage("--diff and --json cannot be used together", "leave out one");
    }
    if (typed.has("--brief")) {
      return brief(typed, here);
    }
    NamedSession found = NamedSession.of(typed, here);
    ListedSession.Intact session = found.intact();
    NamedPaths named = NamedPaths.of(typed, session.record(), here);
    SessionMerges.warnOfAnotherProject(session.record(), here);
    SessionMerges.warnOfInterrupted(session.record(), here);
    EditedTexts.keepUnlisted(found, typed, here);
    OptionalInt status =
        RecordedChanges.show(
            session.record(),
            named,
            (layers, selection) -> {
              SessionMerges.warnOfTakenBack(session.record(), layers, here);
              return show(typed, here, session, layers, selection);
            });
    if (status.isEmpty()) {
      List<Reviewed> repositories = repositories(session.record());
      if (typed.has("--json")) {
        json(session, repositories, new Selection(List.of(), List.of()), here);
      } else if (!repositories.isEmpty()) {
        WrappedText.print(
            session.name()
                + " ("
                + ListedOutput.status(session)
                + "): repositories created or replaced since it began: "
                + repositories.size(),
            here);
        ChangesOutput.eachOf(repositories, here);
      }
      here.note(RecordedChanges.nothingApart(session.record()).what());
    }
    return status.orElse(0);
  }

  /** Prints one line with the next commands; see the end of {@code libexec/session}. */
  private static int brief(Typed typed, Surroundings here) {
    if (typed.has("--json") || typed.has("--diff") || typed.words().size() > 1) {
      throw new WrongUsage(
          "--brief cannot be used with a path, --diff or --json", "leave out --brief");
    }
    SessionRecord record = NamedSession.of(typed, here).intact().record();
    RecordedChanges.Left left =
        RecordedChanges.left(record, MOST_CONTENTS).orElse(RecordedChanges.Left.NOTHING);
    int count = left.changes().changes();
    SessionName name = record.name();
    List<String> there = new ArrayList<>();
    List<String> next = new ArrayList<>();
    if (count > 0) {
      there.add(count == MOST_CONTENTS ? count + " or more changes" : Count.of(count, "change"));
      next.add("bawn diff " + name);
      next.add(
          record.project().isPresent()
              ? "bawn merge " + name + " --all"
              : "bawn export " + name + " >" + name + ".patch");
    }
    if (!left.commits().areNone() && record.project().isPresent()) {
      there.add("commits");
      next.add(
          left.commits().mayBeFetched() ? SessionBundle.toList(record) : "bawn status " + name);
    }
    if (!there.isEmpty()) {
      WrappedText.print(
          String.join(" and ", there) + " in " + name + ": " + String.join(", ", next), here);
    }
    return 0;
  }

  /** The repositories that a session may have made in the project itself. */
  private static List<Reviewed> repositories(SessionRecord record) {
    List<Path> later = record.laterRepositories();
    try {
      return later.isEmpty()
          ? List.of()
          : Reviewed.repositories(record.project().orElseThrow(), later);
    } catch (IOException e) {
      throw new Failed(
          "a repository that the session created cannot be read: " + e.getMessage(),
          "see: namei -l " + Printable.of(later.getFirst()));
    }
  }

  private static int show(
      Typed typed,
      Surroundings here,
      ListedSession.Intact session,
      Layers layers,
      Selection selection)
      throws IOException {
    boolean isShort = selection.changes().size() <= MOST_CONTENTS;
    List<Reviewed> reviewed = Reviewed.all(layers, selection.changes(), isShort);
    if (typed.has("--json")) {
      json(session, reviewed, selection, here);
      return 0;
    }
    List<Reviewed> listed = ChangesOutput.worthALine(reviewed);
    String nothing =
        selection.ignored().isEmpty() ? "nothing changed" : "only ignored files changed";
    String what = reviewed.isEmpty() ? nothing : ChangesOutput.count(reviewed, listed);
    WrappedText.print(headline(session, what, here), here);
    ChangesOutput.lines(reviewed, listed, here);
    if (!isShort) {
      WrappedText.print(
          "  contents  ",
          "not read, because there are more than "
              + MOST_CONTENTS
              + " changes; name a path, or see 'bawn report'",
          here);
    }
    SessionName name = session.record().name();
    MissingCommits missing =
        MissingCommits.of(session.record().changes().orElseThrow(), layers, selection.changes());
    commits(missing, session.record(), here);
    staged(session.record(), layers, selection, here);
    settled(name, layers, here);
    HeldCopy.reason(session.record(), missing)
        .ifPresent(reason -> WrappedText.print("  copy      ", reason, here));
    if (!selection.ignored().isEmpty()) {
      WrappedText.print("  ignored   ", selection.ignoredLine(), here);
    }
    if (typed.has("--diff") && !selection.changes().isEmpty()) {
      here.out().println();
      return new DiffOutput(session.record().name(), here).print(layers, selection);
    }
    return 0;
  }

  /** Prints the merged files of an agent that the project has in another version. */
  private static void settled(SessionName name, Layers layers, Surroundings here) {
    List<String> paths = layers.settledAlone().stream().map(each -> each.path().shown()).toList();
    if (!paths.isEmpty()) {
      WrappedText.print(
          "  merged    ",
          "after a merge, the project changed "
              + Count.first(paths, SHOWN)
              + ", but the agent still has its own version; to drop that version: bawn discard "
              + name
              + " "
              + ShellQuoting.join(paths.stream().limit(SHOWN).toList()),
          here);
    }
  }

  /**
   * Prints the files whose staged content is only in the session: without git nobody could show the
   * content.
   */
  private static void staged(
      SessionRecord record, Layers layers, Selection selection, Surroundings here)
      throws IOException {
    if (!GitProcess.isInstalled()) {
      return;
    }
    List<StagedFile> staged = StagedFiles.of(record, layers, selection.changes(), Set.of());
    if (!staged.isEmpty()) {
      WrappedText.print(
          "  staged    ",
          "only the session has the staged content of "
              + Count.first(staged.stream().map(each -> each.path().shown()).toList(), SHOWN)
              + "; show it: "
              + SessionBundle.toShow(record, staged, SHOWN),
          here);
    }
  }

  private static void commits(MissingCommits missing, SessionRecord record, Surroundings here) {
    SessionName session = record.name();
    if (missing.mayBeFetched()) {
      print(
          "list: "
              + SessionBundle.toList(record)
              + (record.project().isPresent() ? fetch(record) : ""),
          here);
    }
    if (missing.references().stream().anyMatch(Reference::isOfTables)) {
      print(
          "the session changed references in the reftable format, which bawn does not"
              + " read: some of its commits may exist only in the session",
          here);
    }
    List<Reference> others = missing.others();
    others.stream().limit(MOST_REFERENCES).forEach(each -> print(sentence(each, record), here));
    if (others.size() > MOST_REFERENCES) {
      print(
          "and %d more references that are not branches".formatted(others.size() - MOST_REFERENCES),
          here);
    }
    if (!missing.areAll()) {
      print("the session has too many references to read them all", here);
    }
  }

  private static String fetch(SessionRecord record) {
    return (SessionBundle.isOnlyInSession(record) ? "; write them to a file: " : "; fetch: ")
        + SessionBundle.toFetch(record);
  }

  private static void print(String sentence, Surroundings here) {
    WrappedText.print("  commits   ", sentence, here);
  }

  private static String sentence(Reference reference, SessionRecord record) {
    String shown = reference.name().shown();
    String git = SessionBundle.git(record.name());
    if (reference.nested().isPresent()) {
      Reference.Nested nested = reference.nested().get();
      return "no merge fetches %s of another repository; to write it to a file: %s --git-dir=%s bundle create - %s >FILE"
          .formatted(
              shown,
              git,
              SessionBundle.typed(record, nested.directory().equals(".") ? "" : nested.directory()),
              SessionBundle.typed(nested.name()));
    }
    if (reference.isNested()) {
      return "no merge fetches %s of another repository".formatted(shown);
    }
    if (!reference.isValid()) {
      return "git accepts no reference of this name: %s".formatted(shown);
    }
    String typed = SessionBundle.typed(reference.name().bytes());
    return reference.isTag()
        ? "no merge fetches the tag %s; to show it: %s show %s; to make a branch of it: %s branch NAME %s"
            .formatted(shown, git, typed, git, typed)
        : "%s is not a branch; to make it one: %s branch NAME %s".formatted(shown, git, typed);
  }

  private static String headline(ListedSession.Intact session, String what, Surroundings here) {
    Path mirrors = here.layout().mirrors();
    return session.name()
        + " ("
        + ListedOutput.status(session)
        + "): "
        + what
        + session
            .record()
            .project()
            .map(path ->
                (path.startsWith(mirrors) ? ", compared with " : " in ") + Printable.whole(path))
            .orElse("");
  }

  private static void json(
      ListedSession.Intact session,
      List<Reviewed> changes,
      Selection selection,
      Surroundings here) {
    JsonOutput.print(
        here.out(),
        json -> {
          json.writeStartObject();
          ListedOutput.json(json, session);
          json.writeFieldName("changes");
          ChangesOutput.json(json, changes);
          selection.json(json);
          json.writeEndObject();
        });
  }
}
