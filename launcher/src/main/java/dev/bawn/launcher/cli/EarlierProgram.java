package dev.bawn.launcher.cli;

import dev.bawn.contract.agent.CommandName;
import dev.bawn.launcher.engine.HomeLease;
import dev.bawn.launcher.engine.SessionState;
import dev.bawn.launcher.record.Prompt;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.request.SessionArguments;
import dev.bawn.launcher.request.Wanted;
import dev.bawn.launcher.sessions.ListedSession;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Chooses the program of an earlier session that is started again. */
final class EarlierProgram {

  private EarlierProgram() {}

  /**
   * The program: the typed command; for a session that has not begun, its tool with its prompt;
   * otherwise its tool, which continues its conversation. {@code AgentSessionPlanner} chooses the
   * program in the session of an agent, if none was typed.
   *
   * @param words the typed command
   * @return empty for the program and the arguments of the record
   */
  static Optional<Wanted> of(List<String> words, ListedSession.Intact session) {
    if (!words.isEmpty()) {
      return Optional.of(new Wanted.CommandLine(words));
    }
    SessionRecord record = session.record();
    if (record.agent().isPresent()) {
      return Optional.empty();
    }
    if (session.state() instanceof SessionState.Prepared) {
      // other sessions may have conversations in the home
      return record.prompt().map(prompt -> tool(record, prompt));
    }
    // the caller's own arguments stay the same as before
    return record.command().isEmpty() ? continued(session) : Optional.empty();
  }

  private static Wanted tool(SessionRecord record, Prompt prompt) {
    CommandName name = CommandName.of(record.tool());
    Optional<Path> file = SessionArguments.toolPath(record);
    return file.isPresent()
        ? new Wanted.ToolFile(file.get(), Optional.of(name), Optional.of(prompt), List.of())
        : new Wanted.Tool(name, Optional.of(prompt), List.of());
  }

  /**
   * The continuation of the tool's conversation, by the time in which only this session wrote in
   * the home: from its start to its end, unless another session took the home later.
   */
  private static Optional<Wanted> continued(ListedSession.Intact session) {
    SessionRecord record = session.record();
    Instant to = session.state() instanceof SessionState.Ended ended ? ended.at() : Instant.MAX;
    return record
        .home()
        .flatMap(HomeLease::lastTaken)
        .map(from -> new Wanted.Continued(record, from, to));
  }
}
