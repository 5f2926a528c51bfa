package dev.bawn.admin.system;

import dev.bawn.contract.activity.AgentActivity;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.Failure;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Reports running agents whose files use more than their limit, once until they use less again. On
 * a file system with user quotas, the kernel prevents this. {@code enter} refuses the next start.
 */
public final class DiskWatch {

  /** The time between two measurements of an agent: each reads all of its directories. */
  static final Duration APART = Duration.ofMinutes(5);

  private final Measurement measurement;
  private final Consumer<String> messages;
  private final Map<AgentName, Instant> measured = new HashMap<>();
  private final Set<AgentName> reported = new HashSet<>();
  private Optional<Running> running = Optional.empty();

  /** An agent with a limit, in bytes. */
  record Limited(AgentName agent, Uid uid, long limit) {}

  /** Starts to measure an agent. */
  interface Measurement {
    Process start(Limited agent) throws IOException;
  }

  private record Running(Limited agent, Process process) {}

  /**
   * @param library the directory of bawn's scripts
   * @param messages receives the reports
   */
  public DiskWatch(Path library, Consumer<String> messages) {
    this(agent -> new AgentDiskUse(library).start(agent.agent(), agent.uid()), messages);
  }

  DiskWatch(Measurement measurement, Consumer<String> messages) {
    this.measurement = measurement;
    this.messages = messages;
  }

  /** Starts the next measurement, or reports the result of the last one. Never waits. */
  public void look(List<Manifest> manifests, AgentActivity activity, Instant now) {
    step(
        manifests.stream()
            .filter(manifest -> manifest.limits().disk() != 0 && activity.isRunning(manifest))
            .map(
                manifest -> new Limited(manifest.agent(), manifest.uid(), manifest.limits().disk()))
            .toList(),
        now);
  }

  void step(List<Limited> agents, Instant now) {
    if (running.isPresent()) {
      if (running.get().process().isAlive()) {
        return;
      }
      report(running.get());
      running = Optional.empty();
    }
    agents.stream()
        .filter(agent -> isDue(agent, now))
        .findFirst()
        .ifPresent(agent -> {
          measured.put(agent.agent(), now);
          try {
            running = Optional.of(new Running(agent, measurement.start(agent)));
          } catch (IOException | Failure e) {
            say(agent, "cannot be measured");
          }
        });
  }

  private boolean isDue(Limited agent, Instant now) {
    Instant last = measured.get(agent.agent());
    return last == null || !now.isBefore(last.plus(APART));
  }

  private void report(Running ended) {
    Limited agent = ended.agent();
    OptionalLong used = AgentDiskUse.bytes(ended.process());
    if (used.isEmpty()) {
      say(agent, "cannot be measured");
    } else if (used.getAsLong() <= agent.limit()) {
      reported.remove(agent.agent());
    } else {
      say(
          agent,
          "take "
              + AgentDiskUse.mebibytes(used.getAsLong())
              + " MiB of at most "
              + AgentDiskUse.mebibytes(agent.limit())
              + " MiB");
    }
  }

  private void say(Limited agent, String what) {
    if (reported.add(agent.agent())) {
      messages.accept(
          "the files of " + agent.agent() + " " + what + "; its next session will not start");
    }
  }
}
