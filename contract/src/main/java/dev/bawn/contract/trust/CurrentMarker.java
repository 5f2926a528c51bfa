package dev.bawn.contract.trust;

import dev.bawn.contract.agent.ProjectId;
import dev.bawn.contract.layout.RootOwned;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.process.ProcessEntry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The marker of a current mirror: a file of root with the PID and start time of the mirror's
 * watcher. The watcher removes the file before it updates the mirror. The file counts only while
 * the watcher runs.
 *
 * <pre>4711 8839221</pre>
 *
 * <p>The PID, and the start time in clock ticks since the boot, as in proc(5). The kernel reuses a
 * PID, but not both together.
 */
public final class CurrentMarker {

  private static final String STANDS_STILL = "TtZXx";

  private final SystemLayout layout;

  /**
   * @param layout with {@code /run} and {@code /proc}
   */
  public CurrentMarker(SystemLayout layout) {
    this.layout = layout;
  }

  /**
   * Tells whether a mirror is current; false in case of doubt.
   *
   * @param rootOwned decides whether the marker belongs to root
   */
  public boolean isCurrent(ProjectId mirror, RootOwned rootOwned) {
    Path sign = layout.live(mirror);
    try {
      if (Files.notExists(sign) || rootOwned.problem(sign).isPresent()) {
        return false;
      }
      String text = Files.readString(sign, StandardCharsets.US_ASCII);
      int end = text.indexOf(' ');
      return end > 0
          && text.substring(0, end).matches("[0-9]{1,10}")
          && process(Long.parseLong(text.substring(0, end))).filter(text::equals).isPresent();
    } catch (IOException e) {
      // it has just ended, or /proc hides other users' processes
      return false;
    }
  }

  /**
   * The content of the marker of a process.
   *
   * @return empty if the process does not exist, or is stopped
   */
  public Optional<String> process(long number) {
    ProcessEntry.Stat stat = new ProcessEntry(layout.at("proc/" + number)).stat();
    // the state of a missing process is empty, which it contains, too
    return STANDS_STILL.contains(stat.state())
        ? Optional.empty()
        : Optional.of(number + " " + stat.begun());
  }
}
