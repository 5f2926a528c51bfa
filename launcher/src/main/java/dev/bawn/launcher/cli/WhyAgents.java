package dev.bawn.launcher.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.cli.JsonOutput;
import dev.bawn.contract.cli.Since;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.denial.DenialsOutput;
import dev.bawn.contract.denial.Logs;
import dev.bawn.contract.trust.KernelPolicies;
import dev.bawn.launcher.doctor.YourLogs;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Prints the denials of the kernel to the caller's agents, as far as the caller may read its logs.
 * The names in the JSON are stable: {@code agent} and {@code denials}, which has those of {@link
 * DenialsOutput}.
 */
final class WhyAgents {

  private final CommandContext through;
  private final Surroundings here;

  WhyAgents(CommandContext through, Surroundings here) {
    this.through = through;
    this.here = here;
  }

  /** Prints the denials, and returns the exit status. */
  int of(List<AgentName> agents, Typed typed) throws IOException {
    Logs logs = new Logs(through.layout(), new YourLogs(through.layout().at("usr/bin")));
    List<DenialsOutput> outputs = new ArrayList<>();
    for (AgentName agent : agents) {
      Logs.Found found = logs.about(agent, Since.of(typed, here.clock()));
      outputs.add(new DenialsOutput(agent, found.refusals()));
    }
    if (typed.has("--json")) {
      JsonOutput.print(here.out(), json -> JsonOutput.objects(json, outputs, WhyAgents::json));
    } else {
      outputs.forEach(output -> text(output, agents.size()));
    }
    print(outputs);
    return 0;
  }

  private void text(DenialsOutput output, int agents) {
    if (agents > 1 && !output.refusals().isEmpty()) {
      here.out().println(output.agent());
    }
    output.text(here.out());
  }

  private void print(List<DenialsOutput> outputs) {
    if (!new KernelPolicies(through.layout()).hasAppArmor()) {
      here.note(
          "bawn: this kernel has no AppArmor, and no log records what namespaces and seccomp"
              + " refuse");
    } else if (outputs.stream().allMatch(output -> output.refusals().isEmpty())
        && !here.user().equals(Uid.ROOT)) {
      here.note(
          "bawn: nothing was found in the logs that you may read; root sees all of them: sudo"
              + " bawn-admin denials AGENT");
    }
  }

  private static void json(JsonGenerator json, DenialsOutput output) throws IOException {
    json.writeStringField("agent", output.agent().text());
    json.writeFieldName("denials");
    output.array(json);
  }
}
