package dev.bawn.launcher.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.bawn.contract.cli.JsonOutput;
import dev.bawn.contract.cli.ShellQuoting;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.failure.Printable;
import dev.bawn.launcher.plan.StartPlan;
import dev.bawn.launcher.record.StartedPlan;
import java.io.IOException;

/**
 * Prints the plan of {@code exec} in a running session. The names in the JSON are stable: {@code
 * joins} (the session), {@code inside} (the working directory of the command), {@code landlock},
 * {@code variables} (their names, never their values) and {@code argv}, which ends with the
 * caller's arguments.
 */
final class JoinPlanOutput extends ShownPlan {

  private final StartedPlan joined;

  JoinPlanOutput(StartedPlan joined, StartPlan plan) {
    super(plan);
    this.joined = joined;
  }

  @Override
  void fields(JsonGenerator json) throws IOException {
    json.writeStringField("joins", joined.session().name().text());
    json.writeStringField("inside", joined.session().inside().toString());
    json.writeBooleanField("landlock", joined.landlock());
    JsonOutput.texts(json, "variables", names());
    JsonOutput.texts(json, "argv", argv());
  }

  @Override
  void text(Surroundings here) {
    line(here, "joins", joined.session().name().text());
    line(here, "inside", Printable.whole(joined.session().inside()));
    line(here, "landlock", joined.landlock() ? "abstract sockets stay in the session" : "none");
    line(here, "variables", String.join(" ", names()));
    line(here, "executes", Printable.whole(ShellQuoting.join(argv())));
  }
}
