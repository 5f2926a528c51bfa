package dev.bawn.launcher.transcript;

import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One message for each answer of the model, which is written again as it grows: the last line with
 * its identifier counts, unless an earlier one has higher numbers. A conversation that continues in
 * another file repeats its messages there.
 */
final class MessageFormat implements TranscriptFormat {

  private static final String TYPE = "type";
  private static final String TIME = "timestamp";

  private final String mark;
  private final String type;
  private final String id;
  private final TokenFields tokens;
  private final Map<String, Usage> messages = new HashMap<>();

  private MessageFormat(String mark, String type, String id, TokenFields tokens) {
    this.mark = mark;
    this.type = type;
    this.id = id;
    this.tokens = tokens;
  }

  /**
   * Claude Code: a line for each part of an answer. The first ones have an output of 1. Versions
   * before 1.0.9 wrote {@code costUSD}.
   */
  static MessageFormat claude() {
    String usage = "message.usage.";
    return new MessageFormat(
        "\"usage\"",
        "assistant",
        "message.id",
        new TokenFields(
            List.of(usage + "input_tokens", usage + "cache_creation_input_tokens"),
            List.of(usage + "output_tokens"),
            usage + "cache_read_input_tokens",
            false,
            "costUSD"));
  }

  /** Gemini CLI: {@code packages/core/src/services/chatRecordingService.ts} writes it. */
  static MessageFormat gemini() {
    return new MessageFormat(
        "\"tokens\"",
        "gemini",
        "id",
        new TokenFields(
            List.of("tokens.input", "tokens.tool"),
            List.of("tokens.output", "tokens.thoughts"),
            "tokens.cached",
            true,
            ""));
  }

  /** OpenCode: {@link TranscriptDatabase} makes a line of each row. */
  static MessageFormat opencode() {
    return new MessageFormat(
        "\"tokens\"",
        "assistant",
        "id",
        new TokenFields(
            List.of("tokens.input", "tokens.cache.write"),
            List.of("tokens.output", "tokens.reasoning"),
            "tokens.cache.read",
            false,
            "cost"));
  }

  @Override
  public List<String> marks() {
    return List.of(mark);
  }

  @Override
  public Set<String> fields() {
    Set<String> fields = new HashSet<>(tokens.all());
    fields.addAll(List.of(TYPE, TIME, id));
    return fields;
  }

  @Override
  public void begin(boolean isWhole) {
    // each line has the whole of its message
  }

  @Override
  public void add(JsonLine line) {
    Optional<Instant> time = line.time(TIME);
    Optional<TokenCount> used = tokens.of(line);
    if (line.says(TYPE, type) && line.names(id) && time.isPresent() && used.isPresent()) {
      messages.merge(line.texts().get(id), new Usage(time.get(), used.get()), MessageFormat::later);
    }
  }

  private static Usage later(Usage before, Usage now) {
    return now.tokens().output() < before.tokens().output() ? before : now;
  }

  @Override
  public Collection<Usage> usages() {
    return messages.values();
  }
}
