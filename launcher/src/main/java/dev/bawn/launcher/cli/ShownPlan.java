package dev.bawn.launcher.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.bawn.contract.cli.JsonOutput;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.WrappedText;
import dev.bawn.launcher.plan.StartPlan;
import dev.bawn.launcher.plan.Variable;
import java.io.IOException;
import java.util.List;

/** A plan that is printed, and not carried out. */
abstract sealed class ShownPlan permits JoinPlanOutput, SessionPlanOutput, AgentPlanOutput {

  private final StartPlan start;

  ShownPlan(StartPlan start) {
    this.start = start;
  }

  /** The command line that the start stub executes, with the caller's arguments. */
  final List<String> argv() {
    return start.words();
  }

  /** The names of the plan's variables. */
  final List<String> names() {
    return start.variables().stream().map(Variable::name).toList();
  }

  /** Writes the fields of the plan. */
  abstract void fields(JsonGenerator json) throws IOException;

  /** Prints the plan as text. */
  abstract void text(Surroundings here);

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
      text(here);
    }
  }

  /** Prints one line; the value must be safe to display. */
  static void line(Surroundings here, String name, String value) {
    WrappedText.print("%-9s ".formatted(name), value, here);
  }
}
