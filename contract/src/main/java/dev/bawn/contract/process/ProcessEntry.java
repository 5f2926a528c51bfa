package dev.bawn.contract.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What {@code /proc} tells about a process, see proc_pid_stat(5): nothing of one that has ended, or
 * that is hidden. A name may hold any byte.
 *
 * @param place its directory
 */
public record ProcessEntry(Path place) {

  // counted from the field after the name
  private static final int STATE = 0;
  private static final int PARENT = 1;
  private static final int BEGUN = 19;

  /** All that there are, in no order; none where {@code /proc} is not there. */
  public static List<ProcessEntry> all(Path proc) {
    List<ProcessEntry> all = new ArrayList<>();
    String[] names = proc.toFile().list();
    for (String name : names == null ? new String[0] : names) {
      if (Character.isDigit(name.charAt(0))) {
        all.add(new ProcessEntry(proc.resolve(name)));
      }
    }
    return all;
  }

  /** Its PID. */
  public String number() {
    return place.getFileName().toString();
  }

  /**
   * What is said in one moment; empty words where it has ended.
   *
   * @param state a letter
   * @param parent a PID
   * @param begun in clock ticks since the boot: PIDs are given out again, both together are not
   */
  public record Stat(String state, String parent, String begun) {}

  /** Its state. */
  public Stat stat() {
    String stat = text("stat");
    // the name before them stands in parentheses
    String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
    return fields.length > BEGUN
        ? new Stat(fields[STATE], fields[PARENT], fields[BEGUN])
        : new Stat("", "", "");
  }

  /** The fields of its status, see proc_pid_status(5). */
  public Map<String, String> status() {
    Map<String, String> status = new HashMap<>();
    for (String line : text("status").split("\n")) {
      int colon = line.indexOf(':');
      if (colon > 0) {
        status.putIfAbsent(line.substring(0, colon), line.substring(colon + 1).strip());
      }
    }
    return status;
  }

  /** Where a link of it leads. */
  public Optional<String> link(String name) {
    try {
      return Optional.of(Files.readSymbolicLink(place.resolve(name)).toString());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** A file of it; empty where there is nothing. */
  public String text(String name) {
    try {
      return new String(Files.readAllBytes(place.resolve(name)), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return "";
    }
  }
}
