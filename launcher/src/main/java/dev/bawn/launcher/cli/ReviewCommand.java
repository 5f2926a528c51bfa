package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Count;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.cli.Words;
import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.commits.FetchedCommits;
import dev.bawn.launcher.key.Editor;
import dev.bawn.launcher.linux.Flock;
import dev.bawn.launcher.merge.Discard;
import dev.bawn.launcher.merge.Merges;
import dev.bawn.launcher.merge.Outcome;
import dev.bawn.launcher.merge.Seen;
import dev.bawn.launcher.review.Change;
import dev.bawn.launcher.review.Layers;
import dev.bawn.launcher.review.RawPath;
import dev.bawn.launcher.screen.Decided;
import dev.bawn.launcher.screen.ReviewRequest;
import dev.bawn.launcher.screen.ReviewScreen;
import dev.bawn.launcher.session.SessionRecord;
import dev.bawn.launcher.session.SessionState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code review NAME}: shows what a session changed, file by file, takes decisions about it, and
 * hands them to {@code merge} and {@code discard}.
 */
final class ReviewCommand implements Command {

  @Override
  public CommandSpec spec() {
    return Words.command().addPositional(SessionWord.word()).addOption(NamedPaths.ignored());
  }

  @Override
  public List<String> examples() {
    return List.of("bawn review app-1", "bawn review app-1 --ignored");
  }

  @Override
  public int run(Typed typed, Surroundings here) throws IOException {
    SessionWord session = SessionWord.of(typed, here);
    SessionRecord record = session.sound().record();
    requireScreen(record, here);
    NamedPaths named = NamedPaths.of(typed, record, here);
    Merges merges = SessionWord.merges(record);
    SessionWord.settle(merges, here);
    return SessionWord.show(
            record,
            (layers, changes) -> review(session, record, merges, named, layers, changes, here))
        .orElseThrow();
  }

  private static void requireScreen(SessionRecord record, Surroundings here) throws IOException {
    String terminal = here.environment().getOrDefault("TERM", "dumb");
    boolean isScreen =
        here.terminals().in()
            && here.terminals().out()
            && !terminal.equals("dumb")
            && ReviewScreen.fits(terminal);
    if (!isScreen) {
      throw new Refused(
          "review needs a terminal of 80 columns and 24 lines",
          "use: bawn diff " + record.name() + "; bawn merge " + record.name() + " PATH...");
    }
  }

  private static int review(
      SessionWord session,
      SessionRecord record,
      Merges merges,
      NamedPaths named,
      Layers layers,
      List<Change> changes,
      Surroundings here)
      throws IOException {
    if (!layers.hasBase()) {
      throw new Refused(
          record.name() + " was made by an older bawn, which recorded no base",
          "use: bawn export " + record.name() + " --patch; a new session has a base");
    }
    ReviewSource source =
        new ReviewSource(session, record, merges, named, layers, here.user().number());
    Path directory = session.places().session(record.name()).path();
    Decided decided =
        new ReviewScreen(
                new ReviewRequest(
                    record.name().text(),
                    source.reviewed(changes),
                    source,
                    directory,
                    Editor.of(here.environment()),
                    here.environment().get("TERM"),
                    here.terminals().colouredOut(here.environment())))
            .run();
    int status = 0;
    List<Change> now = layers.changes();
    if (!decided.merged().isEmpty()) {
      status |= merge(record, merges, layers, now, decided, here);
    }
    if (!decided.discarded().isEmpty()) {
      status |= discard(session, record, layers, now, decided, here);
    }
    ReviewComments.tell(record, decided.comments(), directory, here);
    return status;
  }

  private static int merge(
      SessionRecord record,
      Merges merges,
      Layers layers,
      List<Change> now,
      Decided decided,
      Surroundings here)
      throws IOException {
    List<Change> meant = withDirectories(now, decided.merged());
    int status = tellMissing(now, decided.merged(), "merged", here);
    Outcome outcome;
    try (Flock _ = merges.lock()) {
      outcome = merges.merge(layers, meant, decided.merged(), false, false, here.user().number());
    }
    boolean hasCommits =
        FetchedCommits.beside(record.changes().orElseThrow()).missing(layers, meant).stream()
            .anyMatch(FetchedCommits::isFetched);
    return status
        | new MergeOutput(record, "merged", hasCommits, here).lines(outcome, Optional.empty());
  }

  private static int tellMissing(
      List<Change> now, Map<RawPath, ?> meant, String what, Surroundings here) {
    Set<RawPath> missing = new TreeSet<>(meant.keySet());
    now.forEach(each -> missing.remove(each.path()));
    missing.forEach(each ->
        here.err()
            .println("bawn: not " + what + ": " + each.shown() + ": it is not changed any more"));
    return missing.isEmpty() ? 0 : 1;
  }

  private static int discard(
      SessionWord session,
      SessionRecord record,
      Layers layers,
      List<Change> now,
      Decided decided,
      Surroundings here)
      throws IOException {
    if (session.sound().state() instanceof SessionState.Running) {
      here.err()
          .println(
              "bawn: not discarded, because "
                  + record.name()
                  + " runs: "
                  + Count.of(decided.discarded().size(), "change")
                  + "; when it has ended: bawn review "
                  + record.name());
      return 1;
    }
    List<Change> meant = new ArrayList<>();
    int status = tellMissing(now, decided.discarded(), "discarded", here);
    for (Change change : withDirectories(now, decided.discarded())) {
      Seen seen = decided.discarded().get(change.path());
      if (seen == null || seen.equals(Seen.of(layers, change))) {
        meant.add(change);
      } else {
        here.err()
            .println(
                "bawn: not discarded: "
                    + change.path().shown()
                    + ": the session changed it since it was reviewed");
        status = 1;
      }
    }
    Outcome outcome;
    try (Flock _ = session.restingLock()) {
      outcome = new Discard(record).of(meant);
    }
    return status
        | new MergeOutput(record, "discarded", false, here).lines(outcome, Optional.empty());
  }

  /** A directory that came or went goes with all that is listed in it. */
  private static List<Change> withDirectories(List<Change> all, Map<RawPath, ?> meant) {
    List<Change> with = new ArrayList<>();
    for (Change change : all) {
      if (meant.containsKey(change.path())
          || change.isDirectory() && allBelow(change.path(), all, meant)) {
        with.add(change);
      }
    }
    return with;
  }

  private static boolean allBelow(RawPath directory, List<Change> all, Map<RawPath, ?> meant) {
    String prefix = directory.bytes() + "/";
    boolean any = false;
    for (Change each : all) {
      if (each.path().bytes().startsWith(prefix) && !each.isDirectory()) {
        any = true;
        if (!meant.containsKey(each.path())) {
          return false;
        }
      }
    }
    return any;
  }
}
