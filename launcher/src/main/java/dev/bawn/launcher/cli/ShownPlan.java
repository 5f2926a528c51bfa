package dev.bawn.launcher.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.bawn.contract.cli.JsonOutput;
import dev.bawn.contract.cli.Surroundings;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** A plan that is shown, and not carried out. */
abstract sealed class ShownPlan permits JoinPlanOutput, SessionPlanOutput, AgentPlanOutput {

  private final List<String> argv;

  /**
   * @param planned the words that the start stub becomes
   * @param appended the caller's own, which it appends
   */
  ShownPlan(List<String> planned, List<String> appended) {
    List<String> all = new ArrayList<>(planned);
    all.addAll(appended);
    this.argv = List.copyOf(all);
  }

  /** What the start stub becomes, the caller's own words included. */
  final List<String> argv() {
    return argv;
  }

  /** Writes the fields of it. */
  abstract void fields(JsonGenerator json) throws IOException;

  /** Writes it for people. */
  abstract void text(PrintStream out);

  final void print(DryRun how, Surroundings here) {
    if (how == DryRun.JSON) {
      JsonOutput.print(
          here.out(),
          json -> {
            json.writeStartObject();
            fields(json);
            json.writeEndObject();
          });
    } else {
      text(here.out());
    }
  }

  /** One line of it; what it says is harmless already. */
  static void line(PrintStream out, String name, String value) {
    out.println("%-9s %s".formatted(name, value));
  }
}
