package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.cli.Words;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.house.Destruction;
import dev.bawn.launcher.house.Listed;
import dev.bawn.launcher.linux.Flock;
import dev.bawn.launcher.review.Reviewed;
import dev.bawn.launcher.session.SessionRecord;
import dev.bawn.launcher.session.SessionState;
import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
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
    Listed listed = session.listed();
    if (listed instanceof Listed.Sound(_, SessionState.Running(var pid, _))) {
      throw running(session, "process " + pid);
    }
    if (!typed.has("--force")) {
      session.sound();
    }
    try (Flock _ = lock(session)) {
      if (!typed.has("--force")) {
        requireNothingLost(session);
      }
      Destruction.of(session.name(), session.places());
    }
    here.err().println(session.name() + " is gone");
    return 0;
  }

  /** So that nobody begins it now. Where it has no lock, or a link in its place, none is needed. */
  private static Flock lock(SessionWord session) {
    Path lock = session.places().session(session.name()).lock();
    try {
      return Flock.take(lock).orElseThrow(() -> running(session, "its lock is held"));
    } catch (NoSuchFileException | FileSystemLoopException e) {
      return null;
    } catch (IOException e) {
      throw new Failed(
          "the lock of " + session.name() + " cannot be opened: " + lock,
          "open what is closed: chmod -R u+rwX " + lock.getParent());
    }
  }

  private static Refused running(SessionWord session, String how) {
    return new Refused(
        session.name() + " runs (" + how + ")", "end it first: bawn kill " + session.name());
  }

  private static void requireNothingLost(SessionWord session) {
    SessionRecord record = session.sound().record();
    List<Reviewed> changes = SessionWord.changesLeft(record, Reviewed::all).orElseGet(List::of);
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
