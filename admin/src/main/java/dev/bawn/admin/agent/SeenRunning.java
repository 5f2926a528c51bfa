package dev.bawn.admin.agent;

import dev.bawn.contract.activity.AgentActivity;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Updates root's record of running agents. {@code enter} records the start of a session; a watcher
 * records how long it runs. It writes to disk when an agent starts, once a minute, and when it has
 * ended.
 */
public final class SeenRunning {

  private static final Duration APART = Duration.ofMinutes(1);

  private final ActivityRecord record;
  private final Consumer<String> messages;
  private final Map<AgentName, Seen> running = new HashMap<>();
  private String lastSaid = "";

  private record Seen(Instant noted, Instant last) {}

  /**
   * @param layout with the record
   * @param messages receives the first error
   */
  public SeenRunning(SystemLayout layout, Consumer<String> messages) {
    this.messages = messages;
    this.record = new ActivityRecord(layout);
  }

  /** Records the agents that run now. */
  public void look(List<Manifest> manifests, AgentActivity activity, Instant now) {
    saw(
        manifests.stream()
            .filter(activity::isRunning)
            .map(Manifest::agent)
            .collect(Collectors.toSet()),
        now);
  }

  /** Records that these agents run, and no others. */
  void saw(Set<AgentName> now, Instant time) {
    List<AgentName> ended =
        running.keySet().stream().filter(agent -> !now.contains(agent)).toList();
    ended.forEach(this::hasEnded);
    now.forEach(agent -> isRunning(agent, time));
  }

  private void isRunning(AgentName agent, Instant now) {
    Seen before = running.get(agent);
    boolean isNew = before == null || before.noted().plus(APART).isBefore(now);
    if (isNew) {
      note(agent, now);
    }
    running.put(agent, new Seen(isNew ? now : before.noted(), now));
  }

  private void hasEnded(AgentName agent) {
    Seen before = running.remove(agent);
    if (before.last().isAfter(before.noted())) {
      note(agent, before.last());
    }
  }

  private void note(AgentName agent, Instant time) {
    String said = "";
    try {
      record.note(agent, time);
    } catch (IOException e) {
      said = "cannot record when agents run: " + Printable.of(String.valueOf(e.getMessage()));
    }
    if (!said.isEmpty() && !said.equals(lastSaid)) {
      messages.accept(said);
    }
    lastSaid = said;
  }
}
