package dev.bawn.contract.process;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The data about a process in {@code /proc}, see proc_pid_stat(5); empty for a process that has
 * ended, or that is hidden. A name may contain any byte.
 *
 * @param place its directory
 */
public record ProcessEntry(Path place) {

  // counted from the field after the name
  private static final int STATE = 0;
  private static final int PARENT = 1;
  private static final int BEGUN = 19;
  // processor time of the process: user, system, and the same of children that were waited for
  private static final int TIMES = 11;
  private static final int THREADS = 17;

  private static final int KIB = 1024;

  /** All processes, in no order; empty if {@code /proc} does not exist. */
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
   * Its state at one time; empty texts if it has ended.
   *
   * @param state a letter
   * @param parent a PID
   * @param begun in clock ticks since the boot: PIDs are reused, but not together with this
   */
  public record Stat(String state, String parent, String begun) {}

  /** Its state. */
  public Stat stat() {
    String[] fields = fields();
    return fields.length > BEGUN
        ? new Stat(fields[STATE], fields[PARENT], fields[BEGUN])
        : new Stat("", "", "");
  }

  private String[] fields() {
    String stat = text("stat");
    // the name before them is in parentheses
    return stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
  }

  /**
   * Its resources; 0 for unreadable ones.
   *
   * @param ticks of processor time, with those of children that it waited for
   * @param threads the number of its threads
   * @param memory bytes; of a page that n processes share, one n-th counts
   * @param read bytes that it read from storage, with those of such children
   * @param written bytes that it wrote to storage, with those of such children
   */
  public record Use(long ticks, long threads, long memory, long read, long written) {}

  /** Its resources. */
  public Use use() {
    String[] fields = fields();
    if (fields.length <= BEGUN) {
      return new Use(0, 0, 0, 0, 0);
    }
    long ticks = 0;
    for (int i = TIMES; i < TIMES + 4; i++) {
      ticks += number(fields[i]);
    }
    Map<String, String> io = fields("io");
    String shared = fields("smaps_rollup").getOrDefault("Pss", "");
    String memory = shared.isEmpty() ? status().getOrDefault("VmRSS", "") : shared;
    return new Use(
        ticks,
        number(fields[THREADS]),
        number(memory.replace(" kB", "")) * KIB,
        number(io.getOrDefault("read_bytes", "")),
        number(io.getOrDefault("write_bytes", "")));
  }

  private static long number(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  /** The fields of its status, see proc_pid_status(5). */
  public Map<String, String> status() {
    return fields("status");
  }

  /** The fields of a file with a name, a colon and a value in each line. */
  private Map<String, String> fields(String file) {
    Map<String, String> fields = new HashMap<>();
    for (String line : text(file).split("\n")) {
      int colon = line.indexOf(':');
      if (colon > 0) {
        fields.putIfAbsent(line.substring(0, colon), line.substring(colon + 1).strip());
      }
    }
    return fields;
  }

  /** The names in one of its directories; empty if the directory does not exist. */
  public List<String> names(String directory) {
    String[] names = place.resolve(directory).toFile().list();
    return names == null ? List.of() : List.of(names);
  }

  /** The target of one of its links. */
  public Optional<String> link(String name) {
    try {
      return Optional.of(Files.readSymbolicLink(place.resolve(name)).toString());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The content of one of its files; empty if it is missing. */
  public String text(String name) {
    // this stream reads thousands of bytes at once. Files would read one byte first, and before the
    // second read the process may end or execute another program
    try (InputStream in = new FileInputStream(place.resolve(name).toFile())) {
      return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return "";
    }
  }
}
