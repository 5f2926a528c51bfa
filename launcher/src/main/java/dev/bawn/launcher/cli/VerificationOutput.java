package dev.bawn.launcher.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.bawn.contract.cli.JsonOutput;
import dev.bawn.contract.cli.LinksJson;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Width;
import dev.bawn.contract.cli.WrappedText;
import dev.bawn.contract.failure.VerificationStep;
import dev.bawn.contract.trust.Finding;
import dev.bawn.launcher.agent.RunningSessions.Observed;
import dev.bawn.launcher.agent.SessionProcess;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/**
 * Prints a verification, one line for each link. The names in the JSON are stable: {@code agent},
 * {@code serial}, {@code links} as {@link LinksJson} writes them; {@code processes} with {@code
 * pid}, {@code name}, {@code label}, {@code seccomp}, {@code no_new_privs} and, if a protection is
 * missing, {@code gap}.
 */
final class VerificationOutput {

  /** The mark of a line, with its SGR codes on a terminal, see console_codes(4). */
  private enum Mark {
    HOLDS("✓", "32"),
    WEAK("!", "33"),
    BROKEN("✗", "31;1");

    private final String sign;
    private final String colour;

    Mark(String sign, String colour) {
      this.sign = sign;
      this.colour = colour;
    }
  }

  private final PrintStream out;
  private final boolean coloured;
  private final int width;

  VerificationOutput(Surroundings here) {
    out = here.out();
    coloured = here.terminals().colouredOut(here.environment());
    width = Width.of(here);
  }

  void text(Verification verification) {
    String serial = verification.serial().map(number -> ", serial " + number).orElse("");
    out.println(verification.agent() + serial);
    for (Finding finding : verification.findings()) {
      boolean holds = finding.strength() == Finding.Strength.HOLDS;
      link(holds ? Mark.HOLDS : Mark.WEAK, finding.step(), finding.sentence());
    }
    verification.broken().ifPresent(link -> link(Mark.BROKEN, link.step(), link.what()));
    processes(verification);
  }

  private void processes(Verification verification) {
    if (verification.broken().isPresent()) {
      return;
    }
    List<Observed> observed = verification.processes();
    List<Observed> open = observed.stream().filter(each -> each.gap().isPresent()).toList();
    if (observed.isEmpty()) {
      line(Mark.HOLDS, "now", "sessions", "no session runs");
    } else if (open.isEmpty()) {
      SessionProcess one = observed.getFirst().process();
      line(Mark.HOLDS, "now", "sessions", running(observed.size(), one));
    }
    for (Observed each : open) {
      String who = "process " + each.process().pid() + " (" + each.process().name() + "): ";
      line(Mark.BROKEN, "now", "sessions", who + each.gap().orElseThrow());
    }
  }

  private static String running(int count, SessionProcess one) {
    return (count == 1 ? "1 process: " : count + " processes: ")
        + one.label().map(label -> "label " + label).orElse("no AppArmor")
        + ", seccomp filter, no new privileges";
  }

  private void link(Mark mark, VerificationStep step, String sentence) {
    line(mark, step.name(), step.title(), sentence);
  }

  private void line(Mark mark, String step, String title, String sentence) {
    String heading = "  %s %-3s %-13s ".formatted(mark.sign, step, title);
    String text = WrappedText.beside(heading, sentence, width);
    String sign = "\u001b[" + mark.colour + "m" + mark.sign + "\u001b[0m";
    out.println(coloured ? text.replaceFirst(mark.sign, sign) : text);
  }

  void json(List<Verification> all) {
    JsonOutput.print(out, json -> JsonOutput.objects(json, all, VerificationOutput::json));
  }

  private static void json(JsonGenerator json, Verification verification) throws IOException {
    json.writeStringField("agent", verification.agent().text());
    if (verification.serial().isPresent()) {
      json.writeNumberField("serial", verification.serial().get().number());
    }
    LinksJson.write(json, verification.findings(), verification.broken());
    json.writeFieldName("processes");
    JsonOutput.objects(json, verification.processes(), VerificationOutput::process);
  }

  private static void process(JsonGenerator json, Observed observed) throws IOException {
    SessionProcess process = observed.process();
    json.writeNumberField("pid", process.pid());
    json.writeStringField("name", process.name());
    if (process.label().isPresent()) {
      json.writeStringField("label", process.label().get());
    }
    json.writeNumberField("seccomp", process.seccomp());
    json.writeBooleanField("no_new_privs", process.noNewPrivileges());
    if (observed.gap().isPresent()) {
      json.writeStringField("gap", observed.gap().get());
    }
  }
}
