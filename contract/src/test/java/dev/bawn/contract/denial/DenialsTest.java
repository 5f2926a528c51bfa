package dev.bawn.contract.denial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.world.Fuzz;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Parses records of real kernels; {@code recorded.tsv} names the kernels. */
final class DenialsTest {

  private static final AgentName NOIR = AgentName.of("a.noir");

  /** Records of kernels, with their expected meaning. */
  private static final Map<String, String> RECORDED = recorded();

  @TempDir private Path root;

  private static Map<String, String> recorded() {
    Map<String, String> recorded = new LinkedHashMap<>();
    resource("recorded.tsv")
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.split("\t"))
        .forEach(fields -> recorded.put(fields[1], fields[0]));
    return recorded;
  }

  private static String resource(String name) {
    try (InputStream in = DenialsTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String meaning(String line) {
    return DenialParser.ofText(line)
        .map(denial -> denial.text("comm") + " may not " + Wording.of(denial))
        .orElse("");
  }

  @Test
  void what_kernels_wrote_is_said_in_plain_words() {
    RECORDED.forEach((line, meaning) -> assertEquals(meaning, meaning(line)));
  }

  @Test
  void
      only_the_beginnings_that_logs_give_to_lines_and_the_names_that_auditd_adds_are_passed_over() {
    String line = RECORDED.keySet().iterator().next();
    String record = line.substring(line.indexOf("] ") + 2);
    for (String beginning :
        List.of("", "[    1.000000] ", "<5>[    1.000000] ", "<6>[434952.518724][ T5013] ")) {
      assertEquals(RECORDED.get(line), meaning(beginning + record), beginning);
    }
    assertEquals("", meaning("[  +12.268939] " + record));
    assertEquals(
        RECORDED.get(line),
        meaning(record.replace("audit: type=1400 ", "type=AVC msg=") + "\u001dUID=\"root\""));
  }

  /** The file {@code journal.json} is the output of journalctl (systemd 257) in the same guest. */
  @Test
  void what_journald_got_from_the_audit_system_is_the_same_record() {
    String body =
        "apparmor=\"DENIED\" operation=\"rename_src\" class=\"file\" profile=\"bawn.a.noir\""
            + " name=\"/srv/open/file\" pid=506 comm=\"perl\" requested_mask=\"wrd\""
            + " denied_mask=\"wrd\" fsuid=70000 ouid=0";
    String line = "audit: type=1400 audit(1795286359.912:24): " + body;
    Denial denial = DenialParser.ofText("[   71.577106] " + line).orElseThrow();
    assertEquals(denial, DenialParser.ofJournal(resource("journal.json")).orElseThrow());
    String escaped = line.replace("\"", "\\\"");
    String kernel = "{\"_TRANSPORT\":\"kernel\",\"MESSAGE\":\"" + escaped + "\"}";
    assertEquals(denial, DenialParser.ofJournal(kernel).orElseThrow());
  }

  @Test
  void what_was_allowed_or_only_reported_is_no_denial() {
    for (String line : RECORDED.keySet()) {
      assertEquals("", meaning(line.replace("DENIED", "ALLOWED")));
      assertEquals("", meaning(line.replace("apparmor=\"DENIED\"", "avc: denied { read } for")));
    }
  }

  @Test
  void no_name_can_end_its_field_or_forge_a_record() {
    String start =
        "type=AVC msg=audit(1.000:1): apparmor=\"DENIED\" operation=\"open\""
            + " profile=\"bawn.a.noir\" ";
    for (String forged :
        List.of(
            "name=\"/x\" name=\"/y\"",
            "name=\"/x\"profile=\"bawn.b.noir\"",
            "name=\"/x",
            "name=\"/x\"\u0000",
            "name=/x\"y",
            "NAME=\"/x\"",
            "name",
            "profile=\"bawn.b.noir\"")) {
      assertEquals("", meaning(start + forged), forged);
    }
    // text before the record, such as the name of a program in another message
    assertEquals("", meaning("x[1]: " + start + "name=\"/x\""));
    assertFalse(meaning(start + "name=\"/x\" denied_mask=\"r\"").isEmpty());
  }

  @Test
  void only_a_program_that_lies_where_commands_do_can_be_allowed() {
    assertEquals("sudo bawn-admin allow a.noir perl\n", suggestion("\"/usr/bin/perl\"", "x"));
    assertEquals("sudo bawn-admin allow a.noir [\n", suggestion("\"/usr/bin/[\"", "x"));
    for (String name :
        List.of(
            "\"/usr/lib/git-core/git\"",
            "\"/home/agent/perl\"",
            "\"/usr/bin/../../home/agent/perl\"",
            "\"/usr/bin/\"",
            hex("/usr/bin/perl; rm -rf ~"),
            hex("/usr/bin/-rf"),
            hex("/usr/bin/perl\nreboot"))) {
      assertEquals("", suggestion(name, "x"), name);
    }
    assertEquals("", suggestion("\"/usr/bin/perl\"", "r"));
  }

  private static String hex(String text) {
    return HexFormat.of().withUpperCase().formatHex(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String record(int number, String name, String mask) {
    return "type=AVC msg=audit(1700000000.000:%d): apparmor=\"DENIED\" operation=\"exec\""
            .formatted(number)
        + " profile=\"bawn.a.noir\" name="
        + name
        + " pid=7 comm=\"bash\" requested_mask=\""
        + mask
        + "\" denied_mask=\""
        + mask
        + "\"";
  }

  private static String suggestion(String name, String mask) {
    Denials denials = new Denials(NOIR, Instant.EPOCH);
    DenialParser.ofText(record(1, name, mask)).ifPresent(denials::add);
    return printed(denials, false);
  }

  private static String printed(Denials denials, boolean all) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    DenialsOutput output = new DenialsOutput(NOIR, denials.refusals());
    if (all) {
      output.text(out);
    } else {
      output.suggestions(out);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void a_name_that_would_steer_a_terminal_is_shown_harmless() {
    Denials denials = new Denials(NOIR, Instant.EPOCH);
    DenialParser.ofText(record(1, hex("/tmp/\u001b]0;x\u0007\n\u202e"), "x"))
        .ifPresent(denials::add);
    assertEquals(
        "2023-11-14T22:13:20Z     1 ×  bash may not run /tmp/?]0;x???\n", printed(denials, true));
  }

  @Test
  void the_same_is_told_once_with_how_often_and_when_last() {
    Denials denials = new Denials(NOIR, Instant.EPOCH);
    for (int i = 1; i <= 5; i++) {
      DenialParser.ofText(record(i, "\"/usr/bin/perl\"", "x")).ifPresent(denials::add);
      DenialParser.ofText(record(i, "\"/usr/bin/perl\"", "x")).ifPresent(denials::add);
    }
    assertEquals(5, denials.refusals().getFirst().times());
    assertEquals(1, denials.refusals().size());
  }

  @Test
  void what_one_call_was_refused_for_several_reasons_is_told_of_each() {
    Denials denials = new Denials(NOIR, Instant.EPOCH);
    for (String mask : List.of("c", "w", "w")) {
      DenialParser.ofText(record(1, "\"/proc/2/attr/current\"", mask)).ifPresent(denials::add);
    }
    assertEquals(
        List.of("create /proc/2/attr/current", "write /proc/2/attr/current"),
        denials.refusals().stream().map(Refusal::what).toList());
    assertEquals(List.of(1, 1), denials.refusals().stream().map(Refusal::times).toList());
  }

  @Test
  void others_agents_and_what_is_too_old_are_left_out() {
    Denials denials = new Denials(AgentName.of("b.noir"), Instant.EPOCH);
    DenialParser.ofText(record(1, "\"/usr/bin/perl\"", "x")).ifPresent(denials::add);
    assertEquals(List.of(), denials.refusals());
    Denials later = new Denials(NOIR, Instant.ofEpochSecond(1_700_000_001));
    DenialParser.ofText(record(1, "\"/usr/bin/perl\"", "x")).ifPresent(later::add);
    assertEquals(List.of(), later.refusals());
  }

  @Test
  void an_agent_that_floods_the_log_does_not_fill_memory() {
    Denials denials = new Denials(NOIR, Instant.EPOCH);
    for (int i = 0; i < 5000; i++) {
      DenialParser.ofText(record(i, "\"/tmp/" + i + "\"", "x")).ifPresent(denials::add);
    }
    assertEquals(Denials.MOST, denials.refusals().size());
    assertEquals(4000, denials.dropped());
  }

  @Test
  void every_log_that_there_is_is_read_and_a_record_counts_once() throws IOException {
    SystemLayout layout = new SystemLayout(root);
    String line = record(1, "\"/usr/bin/perl\"", "x");
    Path auditd = layout.at("var/log/audit/audit.log");
    Files.createDirectories(auditd.getParent());
    Files.writeString(auditd, line + "\n");
    Files.writeString(auditd.resolveSibling("audit.log.1"), record(2, "\"/usr/bin/perl\"", "x"));
    Files.createDirectories(layout.at("run/systemd/journal"));
    List<LogProgram> started = new ArrayList<>();
    LogPrograms programs =
        (program, arguments, reader) -> {
          started.add(program);
          String printed =
              program == LogProgram.DMESG
                  ? line.replace("type=AVC msg=", "<5>[    1.000000] audit: type=1400 ")
                  : "{\"_TRANSPORT\":\"kernel\",\"MESSAGE\":\"nothing\"}";
          reader.read(stream(printed));
          return true;
        };
    Logs.Found found = new Logs(layout, programs).about(NOIR, Instant.EPOCH);
    assertEquals(2, found.refusals().getFirst().times());
    assertEquals(List.of("auditd's log", "the journal", "the kernel's ring"), found.read());
    assertEquals(List.of(LogProgram.JOURNALCTL, LogProgram.DMESG), started);
  }

  @Test
  void where_no_log_is_none_was_read() throws IOException {
    Logs logs = new Logs(new SystemLayout(root), (program, arguments, reader) -> false);
    assertEquals(List.of(), logs.about(NOIR, Instant.EPOCH).read());
  }

  private static InputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void lines_of_any_length_are_read() throws IOException {
    List<String> lines = new ArrayList<>();
    Logs.each(stream("a\n\n" + "x".repeat(1 << 20) + "\nb"), lines::add);
    assertEquals(List.of("a", "b"), lines);
  }

  @Test
  void a_changed_record_never_stops_the_parser() throws Exception {
    int[] parsed = {0};
    Fuzz.of("audit records", RECORDED.keySet().toArray(String[]::new))
        .neverStops(bytes -> {
          String line = new String(bytes, StandardCharsets.UTF_8);
          parsed[0] += meaning(line).isEmpty() ? 0 : 1;
          DenialParser.ofJournal(line);
          DenialParser.ofJournal("{\"MESSAGE\":\"" + line + "\"}");
        });
    assertTrue(parsed[0] > 0, "nothing was left to read");
  }
}
