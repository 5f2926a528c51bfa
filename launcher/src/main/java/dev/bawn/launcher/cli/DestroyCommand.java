package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.cli.Words;
import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.commits.FetchedCommits;
import dev.bawn.launcher.house.Destruction;
import dev.bawn.launcher.house.Listed;
import dev.bawn.launcher.linux.Flock;
import dev.bawn.launcher.merge.Merges;
import dev.bawn.launcher.review.Change;
import dev.bawn.launcher.review.GitFiles;
import dev.bawn.launcher.review.Layers;
import dev.bawn.launcher.review.Reviewed;
import dev.bawn.launcher.session.SessionRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code destroy NAME}: removes a session and what it wrote. The home that it used stays, which
 * other sessions use, too.
 */
final class DestroyCommand implements Command {

  @Override
  public CommandSpec spec() {
    return Words.command()
        .addPositional(SessionWord.word())
        .addOption(Words.flag("--force", "also where it changed something, or is damaged"));
  }

  @Override
  public List<String> examples() {
    return List.of("bawn destroy app-1", "bawn destroy app-1 --force");
  }

  @Override
  public int run(Typed typed, Surroundings here) {
    SessionWord session = SessionWord.of(typed, here);
    session.requireRested();
    if (!typed.has("--force")) {
      session.sound();
    }
    try (Flock _ = session.restingLock()) {
      if (!typed.has("--force")) {
        requireNothingLost(session);
      }
      settle(session, here);
      Destruction.of(session.name(), session.places());
    }
    here.err().println(session.name() + " is gone");
    return 0;
  }

  /** What an interrupted merge put into the project would be nobody's after that. */
  private static void settle(SessionWord session, Surroundings here) {
    if (session.listed() instanceof Listed.Sound(var record, _)
        && record.changes().isPresent()
        && record.project().filter(Files::isDirectory).isPresent()) {
      SessionWord.settle(new Merges(record), here);
    }
  }

  /** What git keeps for itself is none of that, once there are no commits to be fetched. */
  private static List<Change> worthKeeping(SessionRecord record, Layers layers, List<Change> all)
      throws IOException {
    boolean hasCommits =
        !FetchedCommits.beside(record.changes().orElseThrow()).missing(layers, all).isEmpty();
    return hasCommits
        ? all
        : all.stream().filter(change -> !GitFiles.areInDotGit(change.path())).toList();
  }

  private static void requireNothingLost(SessionWord session) {
    SessionRecord record = session.sound().record();
    List<Reviewed> changes =
        SessionWord.changesLeft(
                record, (layers, all) -> Reviewed.all(layers, worthKeeping(record, layers, all)))
            .orElseGet(List::of);
    if (!changes.isEmpty()) {
      boolean gone = record.project().isPresent() && !Files.isDirectory(record.project().get());
      throw new Refused(
          "what "
              + session.name()
              + (gone ? " wrote" : " changed")
              + " is nowhere else: "
              + ChangesOutput.count(changes),
          "look: "
              + (gone ? "ls -lAR " + record.changes().get() : "bawn status " + session.name())
              + "; without them: bawn destroy "
              + session.name()
              + " --force");
    }
  }
}
