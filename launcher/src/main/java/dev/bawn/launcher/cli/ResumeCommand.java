package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.engine.HomeLease;
import dev.bawn.launcher.engine.SessionState;
import dev.bawn.launcher.record.SessionDirectory;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.request.Wanted;
import dev.bawn.launcher.sessions.ListedSession;
import java.time.Instant;
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
    if (!words.isEmpty()) {
      return Optional.of(new Wanted.CommandLine(words));
    }
    // the caller's own arguments stay the same as before
    return session.record().command().isEmpty() ? continued(session) : Optional.empty();
  }

  /**
   * The continuation of the tool's conversation, by the time in which only this session wrote in
   * the home: from its start to its end, unless another session began later.
   */
  private static Optional<Wanted> continued(ListedSession.Intact session) {
    SessionRecord record = session.record();
    Instant to = session.state() instanceof SessionState.Ended ended ? ended.at() : Instant.MAX;
    return record
        .home()
        .flatMap(HomeLease::lastTaken)
        .filter(to::isAfter)
        .map(from -> new Wanted.Continued(record, from, to));
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
