package dev.bawn.launcher.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.bawn.contract.cli.Ago;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.tool.Activity;
import dev.bawn.launcher.engine.SessionState;
import dev.bawn.launcher.engine.Tmux;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.record.Tag;
import dev.bawn.launcher.sessions.ActiveTools;
import dev.bawn.launcher.sessions.DiskCount;
import dev.bawn.launcher.sessions.ListedSession;
import dev.bawn.launcher.sessions.SessionTokens;
import dev.bawn.launcher.transcript.TokenCount;
import dev.bawn.launcher.workspace.Checkout;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * Prints a session. The names in the JSON are stable: {@code name}, {@code status} ({@code
 * prepared}, {@code running}, {@code ended}, {@code interrupted}, {@code elsewhere}, {@code
 * damaged}); {@code created}, {@code tool}, {@code workspace}, {@code project}, {@code tags};
 * {@code agent} and {@code agent_project} of a session of an agent; {@code pid} of a running
 * session, {@code started} of one that was ever started, {@code ended} and {@code exit_status} of
 * one whose command ended; {@code problem} and {@code hint} of one that is damaged or elsewhere.
 */
final class ListedOutput {

  private ListedOutput() {}

  /** The status of a session, with the exit status of its command, if there is one. */
  static String status(ListedSession listed) {
    if (listed instanceof ListedSession.Intact(_, SessionState.Ended ended)) {
      return "ended " + ended.status();
    }
    return isPaused(listed) ? "paused" : listed.word();
  }

  /**
   * The status of a session; instead of {@code running} the activity of its tool, if it is known.
   */
  static String status(ListedSession listed, Optional<ActiveTools.Told> told) {
    return told.isPresent() && told.get().activity() != Activity.UNKNOWN
        ? told.get().activity().word()
        : status(listed);
  }

  /** Finds the activities of the tools in sessions. */
  static ActiveTools tools(CommandContext context, Surroundings here) {
    return new ActiveTools(context.system().definitions(here), Tmux.of(OwnPlaces.of(here), here));
  }

  /** Finds the tokens that sessions used. */
  static SessionTokens tokens(CommandContext context, Surroundings here) {
    return new SessionTokens(context.system().definitions(here), context.installation());
  }

  /** Tells whether {@code bawn pause} stopped the session. */
  static boolean isPaused(ListedSession listed) {
    return listed instanceof ListedSession.Intact(_, SessionState.Running running)
        && running.isPaused();
  }

  /** The time of the last event of a session. */
  static Optional<Instant> last(ListedSession listed) {
    return listed instanceof ListedSession.Intact(var record, var state)
        ? state.last().or(() -> Optional.of(record.created()))
        : Optional.empty();
  }

  /** The age as text; for a running session since its start. */
  static String age(ListedSession listed, Instant now) {
    return last(listed).map(time -> Ago.of(time, now)).orElse("-");
  }

  /** A path, safe to display; {@code -} for none. */
  static String shown(Optional<Path> path) {
    return path.map(each -> Printable.whole(each)).orElse("-");
  }

  /** Writes the fields. */
  static void json(JsonGenerator json, ListedSession listed) throws IOException {
    json.writeStringField("name", listed.name());
    json.writeStringField("status", listed.word());
    // the JVM links a switch over types in each process again
    if (listed instanceof ListedSession.Intact(var record, var state)) {
      json(json, record);
      json(json, state);
    } else if (listed instanceof ListedSession.Elsewhere(_, var problem, var hint)) {
      problem(json, problem, hint);
    } else if (listed instanceof ListedSession.Damaged(_, var problem, var hint, _)) {
      problem(json, problem, hint);
    }
  }

  /**
   * Writes the branch of a checkout, and the commit with which it began; nothing for other
   * workspaces.
   */
  static void branch(JsonGenerator json, SessionRecord record) throws IOException {
    Optional<Checkout> checkout = record.changes().flatMap(Checkout::begun);
    if (checkout.isPresent()) {
      json.writeStringField("branch", checkout.get().branch());
      json.writeStringField("base", checkout.get().commit());
    }
  }

  /** Writes the fields of a count of the disk. */
  static void json(JsonGenerator json, DiskCount disk) throws IOException {
    json.writeNumberField("disk_bytes", disk.bytes());
    json.writeNumberField("disk_files", disk.files());
    json.writeBooleanField("disk_complete", disk.isComplete());
  }

  /** Writes the fields of tokens that are known. */
  static void json(JsonGenerator json, TokenCount tokens) throws IOException {
    json.writeNumberField("input_tokens", tokens.input());
    json.writeNumberField("output_tokens", tokens.output());
    json.writeNumberField("cached_tokens", tokens.cached());
    json.writeBooleanField("tokens_complete", tokens.isComplete());
    if (tokens.cost().isPresent()) {
      json.writeNumberField("cost_usd", tokens.cost().getAsDouble());
    }
  }

  private static void problem(JsonGenerator json, String problem, String hint) throws IOException {
    json.writeStringField("problem", problem);
    json.writeStringField("hint", hint);
  }

  private static void json(JsonGenerator json, SessionRecord record) throws IOException {
    json.writeStringField("created", record.created().toString());
    json.writeStringField("tool", record.tool());
    json.writeStringField("workspace", record.workspace().word());
    if (record.project().isPresent()) {
      json.writeStringField("project", record.project().get().toString());
    }
    if (record.agent().isPresent()) {
      json.writeStringField("agent", record.agent().get().agent().text());
      json.writeStringField("agent_project", record.agent().get().project().text());
    }
    if (!record.tags().isEmpty()) {
      json.writeObjectFieldStart("tags");
      for (Tag tag : record.tags()) {
        json.writeStringField(tag.key(), tag.value());
      }
      json.writeEndObject();
    }
  }

  private static void json(JsonGenerator json, SessionState state) throws IOException {
    if (state instanceof SessionState.Running(var pid, var since, var isPaused)) {
      json.writeNumberField("pid", pid);
      json.writeStringField("started", since.toString());
      json.writeBooleanField("paused", isPaused);
    } else if (state instanceof SessionState.Ended(var since, var at, var status)) {
      json.writeStringField("started", since.toString());
      json.writeStringField("ended", at.toString());
      json.writeNumberField("exit_status", status);
    } else if (state instanceof SessionState.Lost(var since)) {
      json.writeStringField("started", since.toString());
    }
  }
}
