package dev.bawn.admin.sealing;

import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.toml.TomlTable;
import dev.bawn.contract.toml.TomlText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The file {@code /etc/bawn/bawn.toml}:
 *
 * <pre>{@code
 * format = 1
 * operators = [1000]   # of new agents, if create names none
 * agent_uids = [70000, 99999, 200000, 229999]   # first and last of each range; the last range is for new agents
 * }</pre>
 *
 * @param operators the operators of new agents
 * @param agentUids the ranges of agents' uids; new agents get uids of the last one
 */
public record AdminSettings(SortedSet<Uid> operators, List<UidRange> agentUids) {

  private static final int FORMAT = 1;
  private static final String AGENT_UIDS = "agent_uids";
  private static final List<UidRange> NOT_SET = List.of(UidRange.DEFAULT);

  public AdminSettings {
    operators = Collections.unmodifiableSortedSet(new TreeSet<>(operators));
    agentUids = List.copyOf(agentUids);
  }

  /**
   * Reads the file; if it does not exist, there are no operators, and the range is not set.
   *
   * @throws Refused if other users than its owner can write it: they could make themselves
   *     operators
   */
  public static AdminSettings read(SystemLayout layout) throws IOException {
    if (!Files.exists(layout.settings())) {
      return new AdminSettings(new TreeSet<>(), NOT_SET);
    }
    Set<PosixFilePermission> mode = Files.getPosixFilePermissions(layout.settings());
    if (mode.contains(PosixFilePermission.GROUP_WRITE)
        || mode.contains(PosixFilePermission.OTHERS_WRITE)) {
      throw new Refused(
          layout.settings() + " is writable by users other than root",
          "check its content, then run: chmod 644 " + layout.settings());
    }
    byte[] bytes = Files.readAllBytes(layout.settings());
    try {
      return parse(layout.settings().toString(), bytes);
    } catch (Refused e) {
      throw e.hint().isEmpty() ? new Refused(e.what(), "see FILES in: man bawn-admin") : e;
    }
  }

  private static AdminSettings parse(String file, byte[] bytes) {
    TomlTable table = TomlTable.parse(file, bytes);
    table.format(FORMAT);
    SortedSet<Uid> operators = new TreeSet<>(table.numbers("operators", AdminSettings::uid));
    List<UidRange> ranges = table.has(AGENT_UIDS) ? table.made(AdminSettings::ranges) : NOT_SET;
    table.nothingElse();
    return new AdminSettings(operators, ranges);
  }

  private static Uid uid(long number) {
    return new Uid(Math.toIntExact(number));
  }

  private static List<UidRange> ranges(TomlTable table) {
    List<Uid> numbers = table.numbers(AGENT_UIDS, AdminSettings::uid);
    if (numbers.isEmpty() || numbers.size() % 2 != 0) {
      throw new IllegalArgumentException(AGENT_UIDS + " must have a first and a last number");
    }
    List<UidRange> ranges = new ArrayList<>();
    for (int i = 0; i < numbers.size(); i += 2) {
      ranges.add(UidRange.of(numbers.get(i) + "-" + numbers.get(i + 1)));
    }
    return ranges;
  }

  /** Returns the range for new agents. */
  public UidRange range() {
    return agentUids.getLast();
  }

  /** Tells whether an agent may have this uid. */
  public boolean isOfAgents(Uid uid) {
    return agentUids.stream().anyMatch(range -> range.contains(uid));
  }

  /** Returns these settings with other operators of new agents. */
  public AdminSettings withOperators(SortedSet<Uid> other) {
    return new AdminSettings(other, agentUids);
  }

  /**
   * Returns these settings with another range for new agents.
   *
   * @param areUsed whether a uid of the present ranges was ever used
   */
  public AdminSettings withRange(UidRange range, boolean areUsed) {
    List<UidRange> ranges = new ArrayList<>(areUsed ? agentUids : List.of());
    ranges.remove(range);
    ranges.add(range);
    return new AdminSettings(operators, ranges);
  }

  /** Writes the file. */
  public void write(SystemLayout layout) throws IOException {
    TomlText text = new TomlText().line("format", FORMAT).bare("operators", operators.toString());
    if (!agentUids.equals(NOT_SET)) {
      List<Uid> numbers = new ArrayList<>();
      agentUids.forEach(range -> numbers.addAll(List.of(range.first(), range.last())));
      text.bare(AGENT_UIDS, numbers.toString());
    }
    AtomicFile.replace(
        layout.settings(), text.toString().getBytes(StandardCharsets.UTF_8), "rw-r--r--");
  }
}
