package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Count;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.cli.Words;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.commits.MissingCommits;
import dev.bawn.launcher.house.Destruction;
import dev.bawn.launcher.house.Listed;
import dev.bawn.launcher.linux.Flock;
import dev.bawn.launcher.merge.Merges;
import dev.bawn.launcher.merge.OnlyCopies;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.review.Change;
import dev.bawn.launcher.review.GitFiles;
import dev.bawn.launcher.review.Layers;
import dev.bawn.launcher.review.RawPath;
import dev.bawn.launcher.review.Reviewed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code destroy NAME}: removes a session and what it wrote. The home that it used stays, which
 * other sessions use, too.
 */
final class DestroyCommand implements Command {

  private static final int SHOWN = 3;

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
        requireNothingLost(session, typed, here);
      }
      settle(session, typed, here);
      Destruction.of(session.name(), session.places());
    }
    here.err().println(session.name() + " is gone");
    return 0;
  }

  /** What an interrupted merge put into the project would be nobody's after that. */
  private static void settle(SessionWord session, Typed typed, Surroundings here) {
    if (session.listed() instanceof Listed.Sound(var record, _)
        && record.changes().isPresent()
        && record.project().filter(Files::isDirectory).isPresent()) {
      SessionWord.settle(new Merges(record, typed.line()), here);
    }
  }

  /** What only the session has: changes of files, and references to commits. */
  private record Unmerged(List<Reviewed> changes, MissingCommits commits) {

    static Unmerged of(SessionRecord record, Layers layers, List<Change> all) throws IOException {
      return new Unmerged(
          Reviewed.all(
              layers, all.stream().filter(change -> !GitFiles.areInDotGit(change.path())).toList()),
          MissingCommits.of(record.changes().orElseThrow(), layers, all));
    }

    /** In words; empty where there is nothing. */
    String words() {
      List<String> words = new ArrayList<>();
      if (!changes.isEmpty()) {
        words.add(ChangesOutput.count(changes));
      }
      List<String> names = commits.references().stream().map(each -> each.name().shown()).toList();
      if (!names.isEmpty()) {
        words.add(
            "the commits of "
                + String.join(", ", names.subList(0, Math.min(SHOWN, names.size())))
                + (names.size() > SHOWN ? " and " + (names.size() - SHOWN) + " more" : ""));
      } else if (!commits.areNone()) {
        words.add("more references than bawn reads");
      }
      return String.join(", and ", words);
    }
  }

  private static void requireNothingLost(SessionWord session, Typed typed, Surroundings here) {
    SessionRecord record = session.sound().record();
    Optional<OnlyCopies> only = onlyCopies(record, typed);
    // also where the refusal is about something else: --force removes them
    only.ifPresent(copies -> {
      print(copies.replaced(), here);
      print(copies.brought(), here);
    });
    String unmerged =
        SessionWord.changesLeft(record, (layers, all) -> Unmerged.of(record, layers, all).words())
            .orElse("");
    if (!unmerged.isEmpty()) {
      boolean gone = record.project().isPresent() && !Files.isDirectory(record.project().get());
      throw new Refused(
          "what "
              + session.name()
              + (gone ? " wrote" : " changed")
              + " is nowhere else: "
              + unmerged,
          "look: "
              + (gone ? "ls -lAR " + record.changes().get() : "bawn status " + session.name())
              + "; without them: bawn destroy "
              + session.name()
              + " --force");
    }
    if (only.isPresent()) {
      throw onlyCopies(record.name().text(), only.get());
    }
  }

  /** A merge keeps in the session what it replaced, and the session has what it brought. */
  private static Optional<OnlyCopies> onlyCopies(SessionRecord record, Typed typed) {
    return record.project().filter(Files::isDirectory).isEmpty()
        ? Optional.empty()
        : SessionWord.changesLeft(
                record, (layers, _) -> new Merges(record, typed.line()).onlyCopies(layers))
            .filter(copies -> !copies.areNone());
  }

  private static void print(SortedMap<RawPath, Path> copies, Surroundings here) {
    copies.forEach((path, kept) ->
        here.err()
            .println("bawn: only copy: " + path.shown() + ": " + Printable.whole(kept.toString())));
  }

  private static Refused onlyCopies(String name, OnlyCopies only) {
    List<String> what = new ArrayList<>();
    if (!only.replaced().isEmpty()) {
      what.add("its merges replaced or removed");
    }
    if (!only.brought().isEmpty()) {
      what.add("its merges brought and the project lost");
    }
    int files = only.replaced().size() + only.brought().size();
    String them = files == 1 ? "it" : "them";
    String undo = String.join(" && ", Collections.nCopies(only.undos(), "bawn undo " + name));
    return new Refused(
        name
            + " keeps the only copy of "
            + Count.of(files, "file")
            + " that "
            + String.join(", or that ", what),
        "copy "
            + them
            + (undo.isEmpty() ? "" : ", or let " + them + " be merged again: " + undo)
            + "; without "
            + them
            + ": bawn destroy "
            + name
            + " --force");
  }
}
