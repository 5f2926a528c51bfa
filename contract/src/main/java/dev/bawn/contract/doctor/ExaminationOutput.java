package dev.bawn.contract.doctor;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.bawn.contract.cli.Count;
import dev.bawn.contract.cli.JsonOutput;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Width;
import dev.bawn.contract.cli.WrappedText;
import dev.bawn.contract.failure.Printable;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/**
 * Prints a report, as text or JSON. The names in the JSON are stable: {@code finding}, {@code what}
 * and {@code hint}.
 */
public final class ExaminationOutput {

  private static final String INDENT = "    ";
  private static final String COMMENT = "# ";

  private ExaminationOutput() {}

  /** Prints a paragraph for each finding: the problem, and below it the commands. */
  public static void text(Surroundings here, ExaminationReport report) {
    PrintStream out = here.out();
    List<Diagnosis> found = report.found();
    for (int i = 0; i < found.size(); i++) {
      Diagnosis diagnosis = found.get(i);
      String what = diagnosis.ailment().word() + ": " + Printable.of(diagnosis.what());
      WrappedText.print(what, here);
      // a command that solves several problems is printed once, after the last of them
      if (i + 1 == found.size() || !diagnosis.hint().equals(found.get(i + 1).hint())) {
        diagnosis.hint().forEach(line -> hint(Printable.whole(line), here));
      }
    }
    int count = report.problems();
    int notes = found.size() - count;
    out.println(
        (count == 0 ? "no problems" : Count.of(count, "problem"))
            + (notes == 0 ? "" : " and " + Count.of(notes, "note"))
            + " in "
            + Count.of(report.lookedFor(), "check"));
  }

  /** Prints a command on one line, so that it can be copied; a comment is broken between words. */
  private static void hint(String line, Surroundings here) {
    if (line.startsWith(COMMENT)) {
      int room = Width.of(here) - INDENT.length() - COMMENT.length();
      WrappedText.lines(line.substring(COMMENT.length()), room)
          .forEach(each -> here.out().println(INDENT + COMMENT + each));
    } else {
      here.out().println(INDENT + line);
    }
  }

  /** Prints one array. */
  public static void json(PrintStream out, ExaminationReport report) {
    JsonOutput.print(
        out, json -> JsonOutput.objects(json, report.found(), ExaminationOutput::json));
  }

  private static void json(JsonGenerator json, Diagnosis diagnosis) throws IOException {
    json.writeStringField("finding", diagnosis.ailment().word());
    json.writeStringField("what", diagnosis.what());
    JsonOutput.texts(json, "hint", diagnosis.hint());
  }
}
