package dev.bawn.launcher.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.bawn.contract.cli.JsonOutput;
import dev.bawn.contract.cli.ShellWords;
import dev.bawn.contract.failure.Printable;
import dev.bawn.launcher.plan.JoinPlan;
import dev.bawn.launcher.plan.Variable;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/**
 * Shows what {@code exec} would do in a session that runs. The names in the JSON are stable: {@code
 * joins} (the session), {@code inside} (where the command starts), {@code landlock}, {@code
 * variables} (their names, never their values) and {@code argv}, which ends with the caller's own
 * words.
 */
final class JoinPlanOutput extends ShownPlan {

  private final JoinPlan plan;

  /**
   * @param words the caller's own
   */
  JoinPlanOutput(JoinPlan plan, List<String> words) {
    super(plan.argv(), words);
    this.plan = plan;
  }

  @Override
  void fields(JsonGenerator json) throws IOException {
    json.writeStringField("joins", plan.session().name().text());
    json.writeStringField("inside", plan.session().inside().toString());
    json.writeBooleanField("landlock", plan.landlock());
    JsonOutput.texts(json, "variables", names());
    JsonOutput.texts(json, "argv", argv());
  }

  @Override
  void text(PrintStream out) {
    line(out, "joins", plan.session().name().text());
    line(out, "inside", Printable.whole(plan.session().inside().toString()));
    line(out, "landlock", plan.landlock() ? "abstract sockets closed in" : "none");
    line(out, "variables", String.join(" ", names()));
    line(out, "becomes", Printable.whole(ShellWords.join(argv())));
  }

  private List<String> names() {
    return plan.environment().stream().map(Variable::name).toList();
  }
}
