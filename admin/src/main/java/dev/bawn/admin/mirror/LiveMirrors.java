package dev.bawn.admin.mirror;

import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.ProjectId;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The mirrors that are kept current, each by its own thread. A thread ends when its mirror is no
 * longer wanted.
 */
public final class LiveMirrors {

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final SystemLayout layout;
  private final SandboxedMirrors mirrors;
  private final Consumer<String> messages;
  private final Map<ProjectId, Live> live = new HashMap<>();
  private boolean hasEnded;

  private record Live(Assignment assignment, Thread thread) {}

  /**
   * @param layout with the directory of the markers
   * @param mirrors updates the mirrors
   * @param messages receives the errors
   */
  public LiveMirrors(SystemLayout layout, SandboxedMirrors mirrors, Consumer<String> messages) {
    this.layout = layout;
    this.mirrors = mirrors;
    this.messages = messages;
  }

  /**
   * Keeps these mirrors current from now on, and no others. A thread that ended, for example
   * because the memory was exhausted, is started again.
   *
   * @param wanted one assignment for each mirror
   */
  public synchronized void keep(Map<ProjectId, Assignment> wanted) throws IOException {
    if (hasEnded) {
      return;
    }
    for (Iterator<Live> each = live.values().iterator(); each.hasNext(); ) {
      Live kept = each.next();
      if (!kept.thread().isAlive()
          || !kept.assignment().equals(wanted.get(kept.assignment().mirror()))) {
        kept.thread().interrupt();
        each.remove();
      }
    }
    for (Assignment assignment : wanted.values()) {
      if (!live.containsKey(assignment.mirror())) {
        live.put(assignment.mirror(), new Live(assignment, start(assignment)));
      }
    }
  }

  /**
   * Ends all threads and waits until their processes have ended. The kernel would kill the
   * processes when this one exits, but not if this process lacks the right to kill processes of
   * other users.
   */
  public synchronized void end() {
    hasEnded = true;
    live.values().forEach(each -> each.thread().interrupt());
    try {
      for (Live each : live.values()) {
        each.thread().join(PATIENCE);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Thread start(Assignment assignment) throws IOException {
    CurrentMarkerFile sign = CurrentMarkerFile.of(assignment.mirror(), layout);
    // daemon: if the thread that calls keep fails, the program ends, and systemd starts it again
    return Thread.ofPlatform()
        .daemon()
        .name("live-" + assignment.mirror())
        .start(new LiveMirror(assignment, mirrors, sign, messages));
  }
}
