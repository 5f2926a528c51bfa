package dev.bawn.contract.denial;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.layout.SystemLayout;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The logs with denials of the kernel: auditd's files, systemd's journal, the kernel's ring buffer.
 * If auditd or journald run, the ring buffer may lack them; so all of them are read.
 */
public final class Logs {

  /** The longest line: the kernel's records are shorter than 9 KiB (MAX_AUDIT_MESSAGE_LENGTH). */
  private static final int LONGEST_LINE = 1 << 16;

  /** The number of old files that auditd keeps by default (num_logs, auditd.conf(5)). */
  private static final int ROTATED = 5;

  private final SystemLayout layout;
  private final LogPrograms programs;

  /**
   * @param layout the directories of the files
   * @param programs print the other logs
   */
  public Logs(SystemLayout layout, LogPrograms programs) {
    this.layout = layout;
    this.programs = programs;
  }

  /**
   * The results.
   *
   * @param refusals the denials, the latest last
   * @param dropped the number of records beyond the limit
   * @param read names of the logs that could be read
   */
  public record Found(List<Refusal> refusals, int dropped, List<String> read) {

    public Found {
      refusals = List.copyOf(refusals);
      read = List.copyOf(read);
    }
  }

  /** The denials of an agent since a time. */
  public Found about(AgentName agent, Instant since) throws IOException {
    Denials denials = new Denials(agent, since);
    List<String> read = new ArrayList<>();
    if (auditd(denials)) {
      read.add("auditd's log");
    }
    if (journal(denials, since)) {
      read.add("the journal");
    }
    if (programs.run(
        LogProgram.DMESG,
        List.of("--kernel", "--raw"),
        printed -> each(printed, take(DenialParser::ofText, denials)))) {
      read.add("the kernel's ring");
    }
    return new Found(denials.refusals(), denials.dropped(), read);
  }

  private boolean auditd(Denials denials) throws IOException {
    Path log = layout.at("var/log/audit/audit.log");
    if (!Files.isReadable(log)) {
      return false;
    }
    for (int age = ROTATED; age >= 0; age--) {
      Path file = age == 0 ? log : log.resolveSibling("audit.log." + age);
      if (Files.isReadable(file)) {
        try (InputStream in = Files.newInputStream(file)) {
          each(in, take(DenialParser::ofText, denials));
        }
      }
    }
    return true;
  }

  private boolean journal(Denials denials, Instant since) throws IOException {
    if (!Files.isDirectory(layout.at("run/systemd/journal"))) {
      return false;
    }
    List<String> arguments =
        List.of(
            "--quiet",
            "--no-pager",
            "--output=json",
            "--output-fields=MESSAGE,_TRANSPORT,_AUDIT_ID,_SOURCE_REALTIME_TIMESTAMP",
            "--since=@" + since.getEpochSecond(),
            "_TRANSPORT=kernel",
            "+",
            "_TRANSPORT=audit");
    return programs.run(
        LogProgram.JOURNALCTL,
        arguments,
        printed -> each(printed, take(DenialParser::ofJournal, denials)));
  }

  private static Consumer<String> take(Function<String, Optional<Denial>> parser, Denials denials) {
    return line -> parser.apply(line).ifPresent(denials::add);
  }

  /**
   * Passes on every line that is not too long; longer ones are skipped without being held in
   * memory.
   */
  static void each(InputStream printed, Consumer<String> told) throws IOException {
    InputStream in = new BufferedInputStream(printed);
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b >= 0; b = in.read()) {
      if (b == '\n') {
        tell(line, told);
      } else if (line.size() <= LONGEST_LINE) {
        line.write(b);
      }
    }
    tell(line, told);
  }

  private static void tell(ByteArrayOutputStream line, Consumer<String> told) {
    if (line.size() > 0 && line.size() <= LONGEST_LINE) {
      told.accept(line.toString(StandardCharsets.UTF_8));
    }
    line.reset();
  }
}
