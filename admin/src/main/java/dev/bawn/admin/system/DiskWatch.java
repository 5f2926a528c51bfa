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
 * Reports running agents whose files take more than their limit: once, until they take less again.
 * Where the file system has user quotas, the kernel does not let it come to that. {@code enter}
 * refuses the next start.
 */
public final class DiskWatch {

  /** A measurement reads all directories of an agent, so it is rare. */
  static final Duration APART = Duration.ofMinutes(5);

  private final Measurement measurement;
  private final Consumer<String> talk;
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
   * @param library where bawn's scripts are
   * @param talk hears what is reported
   */
  public DiskWatch(Path library, Consumer<String> talk) {
    this(agent -> new AgentDiskUse(library).start(agent.agent(), agent.uid()), talk);
  }

  DiskWatch(Measurement measurement, Consumer<String> talk) {
    this.measurement = measurement;
    this.talk = talk;
  }

  /** Starts the next measurement, or reports what the last one found. Never waits. */
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
      talk.accept(
          "the files of " + agent.agent() + " " + what + "; its next session will not start");
    }
  }
}
