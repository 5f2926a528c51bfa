package dev.bawn.launcher.transcript;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Codex: an event {@code token_count} has the total of the conversation so far, even if it did not
 * change. A conversation that was forked from another one first repeats the events of that one, at
 * once: they are not counted again (ccusage/ccusage#1371: such a run takes 10 to 40 ms, and the
 * first answer after it seconds).
 */
final class CodexFormat implements TranscriptFormat {

  private static final Duration PAUSE = Duration.ofSeconds(1);

  private static final String TYPE = "type";
  private static final String TIME = "timestamp";
  private static final String EVENT = "payload.type";
  private static final List<String> PARENTS =
      List.of("payload.forked_from_id", "payload.source.subagent.thread_spawn.parent_thread_id");

  private static final TokenCount NONE = new TokenCount(0, 0, 0, OptionalDouble.empty(), true);

  private final TokenFields tokens;
  private final List<Usage> usages = new ArrayList<>();

  /** The total of the conversation so far; empty if it is not known. */
  private Optional<TokenCount> total = Optional.empty();

  private boolean isBegun;

  /** The time of the last event that only repeats another conversation. */
  private Optional<Instant> repeated = Optional.empty();

  CodexFormat() {
    String usage = "payload.info.total_token_usage.";
    tokens =
        new TokenFields(
            List.of(usage + "input_tokens"),
            List.of(usage + "output_tokens"),
            usage + "cached_input_tokens",
            true,
            "");
  }

  @Override
  public List<String> marks() {
    return List.of("\"token_count\"", "\"session_meta\"");
  }

  @Override
  public Set<String> fields() {
    Set<String> fields = new HashSet<>(tokens.all());
    fields.addAll(PARENTS);
    fields.addAll(List.of(TYPE, TIME, EVENT));
    return fields;
  }

  @Override
  public void begin(boolean isWhole) {
    total = isWhole ? Optional.of(NONE) : Optional.empty();
    isBegun = false;
    repeated = Optional.empty();
  }

  @Override
  public void add(JsonLine line) {
    Optional<Instant> time = line.time(TIME);
    if (time.isEmpty()) {
      return;
    }
    if (line.says(TYPE, "session_meta")) {
      if (!isBegun && PARENTS.stream().anyMatch(line::names)) {
        repeated = time;
      }
      isBegun = true;
    } else if (line.says(TYPE, "event_msg") && line.says(EVENT, "token_count")) {
      tokens.of(line).ifPresent(now -> add(time.get(), now));
    }
  }

  private void add(Instant time, TokenCount now) {
    if (repeated.isPresent() && time.isAfter(repeated.get().plus(PAUSE))) {
      repeated = Optional.empty();
    }
    if (repeated.isPresent()) {
      repeated = Optional.of(time.isAfter(repeated.get()) ? time : repeated.get());
    } else if (total.isPresent() && !now.equals(total.get())) {
      usages.add(new Usage(time, since(total.get(), now)));
    }
    total = Optional.of(now);
  }

  /**
   * The difference of two counts. A count that became smaller has started again, as after a full
   * context.
   */
  private static TokenCount since(TokenCount before, TokenCount now) {
    boolean isAnew =
        now.input() < before.input()
            || now.output() < before.output()
            || now.cached() < before.cached();
    return isAnew
        ? now
        : new TokenCount(
            now.input() - before.input(),
            now.output() - before.output(),
            now.cached() - before.cached(),
            OptionalDouble.empty(),
            true);
  }

  @Override
  public Collection<Usage> usages() {
    return usages;
  }
}
