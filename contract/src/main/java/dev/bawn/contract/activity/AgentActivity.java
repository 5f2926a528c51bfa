package dev.bawn.contract.activity;

import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.process.ProcessEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The running agents, and the times of the last activity of all agents, read once for many agents.
 *
 * <p>The record is the modification time of a file of root for each agent, in the directory of its
 * scratch: the agent and its operators can read it there, other users cannot, and only root can
 * make files beside the scratch directories. {@code enter} sets it when a session begins.
 */
public final class AgentActivity {

  /** The time of an agent that was never started. */
  public static final Instant NEVER = Instant.EPOCH;

  private final SystemLayout layout;
  private final Set<Integer> running;

  private AgentActivity(SystemLayout layout, Set<Integer> running) {
    this.layout = layout;
    this.running = running;
  }

  /** Reads the present state. */
  public static AgentActivity look(SystemLayout layout) {
    Set<Integer> running = new HashSet<>();
    for (ProcessEntry process : ProcessEntry.all(layout.at("proc"))) {
      uid(process.place()).ifPresent(running::add);
    }
    return new AgentActivity(layout, running);
  }

  private static Optional<Integer> uid(Path process) {
    try {
      return Optional.of((Integer) Files.getAttribute(process, "unix:uid"));
    } catch (IOException e) {
      // it has ended
      return Optional.empty();
    }
  }

  /** Tells whether a process runs with the agent's uid. */
  public boolean isRunning(Manifest manifest) {
    return running.contains(manifest.uid().number());
  }

  /** The time at which the agent was last started, or seen running; empty without a record. */
  public Optional<Instant> last(Manifest manifest) {
    try {
      return Optional.of(
              Files.getLastModifiedTime(
                      layout.activity(manifest.agent()), LinkOption.NOFOLLOW_LINKS)
                  .toInstant()
                  .truncatedTo(ChronoUnit.SECONDS))
          .filter(time -> !time.equals(NEVER));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
