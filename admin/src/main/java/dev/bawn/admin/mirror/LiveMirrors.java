package dev.bawn.admin.mirror;

import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.ProjectId;
import dev.bawn.contract.layout.Layout;
import java.io.IOException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.function.Consumer;

/** Mirrors that are kept current, each by a thread. Those that are no longer wanted end. */
public final class LiveMirrors {

  private final Layout layout;
  private final WalledMirrors mirrors;
  private final Consumer<String> talk;
  private final Map<ProjectId, Live> live = new HashMap<>();

  private record Live(Assignment assignment, Thread thread) {}

  /**
   * @param layout where the signs are
   * @param mirrors what brings mirrors up to date
   * @param talk hears what is wrong
   */
  public LiveMirrors(Layout layout, WalledMirrors mirrors, Consumer<String> talk) {
    this.layout = layout;
    this.mirrors = mirrors;
    this.talk = talk;
  }

  /**
   * Keeps these current from now on, and no others.
   *
   * @param wanted one assignment of each mirror
   */
  public void keep(Map<ProjectId, Assignment> wanted) throws IOException {
    for (Iterator<Live> each = live.values().iterator(); each.hasNext(); ) {
      Live kept = each.next();
      if (!kept.assignment().equals(wanted.get(kept.assignment().mirror()))) {
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

  private Thread start(Assignment assignment) throws IOException {
    Sign sign = Sign.of(assignment.mirror(), layout);
    return Thread.ofPlatform()
        .name("live-" + assignment.mirror())
        .start(new LiveMirror(assignment, mirrors, sign, talk));
  }
}
