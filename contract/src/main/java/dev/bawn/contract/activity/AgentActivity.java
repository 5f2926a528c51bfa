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
 * Which agents run, and when the others last did: looked at once, for many agents.
 *
 * <p>The record is the time of a file that root keeps for each agent, in the directory of its
 * scratch: the agent and its operators can see it there, others cannot, and only root can make
 * files beside the scratch itself. {@code enter} sets it when a session begins.
 */
public final class AgentActivity {

  /** What the record says of an agent that was not started yet. */
  public static final Instant NEVER = Instant.EPOCH;

  private final SystemLayout layout;
  private final Set<Integer> running;

  private AgentActivity(SystemLayout layout, Set<Integer> running) {
    this.layout = layout;
    this.running = running;
  }

  /** As it is now. */
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
      // it has ended meanwhile
      return Optional.empty();
    }
  }

  /** Whether something runs with the agent's uid. */
  public boolean isRunning(Manifest manifest) {
    return running.contains(manifest.uid().number());
  }

  /** When the agent was started last, or seen to run; nothing where no record says so. */
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
