package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.record.SessionDirectory;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.request.Wanted;
import dev.bawn.launcher.sessions.ListedSession;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * {@code resume NAME [-- COMMAND...]}: starts an earlier session again with its workspace, home and
 * options.
 */
final class ResumeCommand extends EarlierSessionCommand {

  ResumeCommand(Function<Surroundings, CommandContext> context) {
    super(context);
  }

  @Override
  String word() {
    return "resume";
  }

  @Override
  public List<String> examples() {
    return List.of("bawn resume app-1", "bawn resume app-1 -- bash");
  }

  @Override
  Optional<Wanted> wanted(List<String> words, ListedSession.Intact session, Surroundings here) {
    return EarlierProgram.of(words, session);
  }

  @Override
  void requireUnprivileged(SessionRecord record) {
    NamedSession.requireUnprivileged(
        record,
        "start it again in the foreground",
        "in the background: bawn restart "
            + record.name()
            + "; a new session in this terminal: bawn launch %s");
  }

  @Override
  boolean isAside() {
    return false;
  }

  @Override
  void meet(
      SessionDirectory running,
      Typed typed,
      DryRun dryRun,
      CommandContext through,
      Surroundings here) {
    ListedSession listed = NamedSession.of(running.name().text(), here).listed();
    throw new Refused(
        "session '" + running.name() + "' is " + ListedOutput.status(listed),
        ListedOutput.isPaused(listed)
            ? "continue it: bawn unpause " + running.name()
            : "run a command in it: bawn exec " + running.name() + " -- COMMAND");
  }
}
