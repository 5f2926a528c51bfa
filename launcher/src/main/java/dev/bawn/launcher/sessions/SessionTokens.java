package dev.bawn.launcher.sessions;

import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.failure.Failure;
import dev.bawn.contract.tool.ToolDefinitions;
import dev.bawn.contract.tool.ToolTranscript;
import dev.bawn.contract.trust.Installation;
import dev.bawn.launcher.engine.SessionState;
import dev.bawn.launcher.transcript.TokenCount;
import dev.bawn.launcher.transcript.TranscriptDatabase;
import dev.bawn.launcher.transcript.Transcripts;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The tokens that sessions used since their last start, as their tools recorded them. One session
 * at a time uses a home, so records of that time are of that session. A session controls its
 * records, including those of sessions that had its home before.
 */
public final class SessionTokens {

  private final ToolDefinitions definitions;
  private final Installation installation;
  private final Map<Source, TranscriptDatabase> databases = new HashMap<>();

  /**
   * @param definitions of the tools
   * @param installation that reads databases
   */
  public SessionTokens(ToolDefinitions definitions, Installation installation) {
    this.definitions = definitions;
    this.installation = installation;
  }

  /** A source that is read once for all its sessions. */
  private record Source(Path home, ToolTranscript transcript) {}

  /** The time in which a session was running. */
  private record Period(String session, Instant from, Instant to) {}

  /** The tokens by name of the session; without sessions whose tokens are unknown. */
  public Map<String, TokenCount> of(List<ListedSession> sessions) {
    Map<Source, List<Period>> periods = new HashMap<>();
    Map<String, Optional<ToolTranscript>> defined = new HashMap<>();
    for (ListedSession each : sessions) {
      if (each instanceof ListedSession.Intact session && session.record().home().isPresent()) {
        Optional<Period> period = period(session);
        Optional<ToolTranscript> transcript =
            defined.computeIfAbsent(session.record().tool(), this::defined);
        if (period.isPresent() && transcript.isPresent()) {
          periods
              .computeIfAbsent(
                  new Source(session.record().home().get(), transcript.get()),
                  _ -> new ArrayList<>())
              .add(period.get());
        }
      }
    }
    Map<String, TokenCount> tokens = new HashMap<>();
    periods.forEach((source, of) -> read(source, of, tokens));
    return tokens;
  }

  private void read(Source source, List<Period> periods, Map<String, TokenCount> tokens) {
    Instant since = periods.stream().map(Period::from).min(Instant::compareTo).orElseThrow();
    Transcripts transcripts =
        source.transcript().kind().isDatabase()
            ? databases.computeIfAbsent(source, this::database).records(since)
            : Transcripts.of(source.home(), source.transcript(), since);
    for (Period each : periods) {
      transcripts
          .between(each.from(), each.to())
          .ifPresent(count -> tokens.put(each.session(), count));
    }
  }

  private TranscriptDatabase database(Source source) {
    return new TranscriptDatabase(source.home(), source.transcript(), installation);
  }

  /** The package without which the tokens of these sessions are unknown. */
  public Optional<String> missing() {
    return databases.isEmpty() ? Optional.empty() : TranscriptDatabase.missing(installation);
  }

  /**
   * The time of a session; empty if its end is not known: another session may have used the home
   * since.
   */
  private static Optional<Period> period(ListedSession.Intact session) {
    if (session.state() instanceof SessionState.Running running) {
      return Optional.of(new Period(session.name(), running.since(), Instant.MAX));
    }
    return session.state() instanceof SessionState.Ended ended
        ? Optional.of(new Period(session.name(), ended.since(), ended.at()))
        : Optional.empty();
  }

  /** The transcript in a tool's definition; a damaged definition hides no session. */
  private Optional<ToolTranscript> defined(String tool) {
    try {
      return definitions.of(CommandName.of(tool)).transcript();
    } catch (Failure e) {
      return Optional.empty();
    }
  }
}
