package dev.bawn.launcher.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.JsonOutput;
import dev.bawn.contract.cli.Since;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.cli.Words;
import dev.bawn.contract.denial.DenialsOutput;
import dev.bawn.contract.denial.Logs;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.trust.KernelPolicies;
import dev.bawn.launcher.doctor.YourLogs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code why [AGENT]}: what the kernel refused to the caller's agents, as far as the caller may
 * read its logs. The names in the JSON are stable: {@code agent} and {@code denials}, which has
 * those of {@link DenialsOutput}.
 */
final class WhyCommand implements Command {

  private final Function<Surroundings, Gate> gate;

  WhyCommand(Function<Surroundings, Gate> gate) {
    this.gate = gate;
  }

  @Override
  public CommandSpec spec() {
    return Words.command()
        .addPositional(Words.optional("AGENT", "the agent (default: all of yours)"))
        .addOption(Since.option())
        .addOption(Words.flag("--json", "as JSON, one array"));
  }

  @Override
  public List<String> examples() {
    return List.of("bawn why a.noir", "bawn why a.noir --since 1h");
  }

  @Override
  public int run(Typed typed, Surroundings here) {
    Gate through = gate.apply(here);
    List<AgentName> agents = agents(typed, through.agents(here).names());
    Logs logs = new Logs(through.layout(), new YourLogs(through.layout().at("usr/bin")));
    try {
      List<DenialsOutput> outputs = new ArrayList<>();
      for (AgentName agent : agents) {
        Logs.Found found = logs.about(agent, Since.of(typed, here.clock()));
        outputs.add(new DenialsOutput(agent, found.refusals()));
      }
      if (typed.has("--json")) {
        JsonOutput.print(here.out(), json -> JsonOutput.objects(json, outputs, WhyCommand::json));
      } else {
        outputs.forEach(output -> text(output, agents.size(), here));
      }
      talk(outputs, through, here);
      return 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<AgentName> agents(Typed typed, List<AgentName> yours) {
    if (typed.words().isEmpty()) {
      return yours;
    }
    String word = typed.words().getFirst();
    return List.of(
        yours.stream()
            .filter(agent -> agent.text().equals(word))
            .findFirst()
            .orElseThrow(() ->
                new NotFound(
                    "no agent of yours is called '" + Printable.of(word) + "'",
                    "see all of yours: bawn agents")));
  }

  private static void text(DenialsOutput output, int agents, Surroundings here) {
    if (agents > 1 && !output.refusals().isEmpty()) {
      here.out().println(output.agent());
    }
    output.text(here.out());
  }

  private static void talk(List<DenialsOutput> outputs, Gate through, Surroundings here) {
    if (!new KernelPolicies(through.layout()).hasAppArmor()) {
      here.err()
          .println(
              "bawn: this kernel has no AppArmor, and of what other walls refuse nothing is kept");
    } else if (outputs.stream().allMatch(output -> output.refusals().isEmpty())
        && !here.user().equals(Uid.ROOT)) {
      here.err()
          .println(
              "bawn: nothing was found in the logs that you may read; root sees all of them:"
                  + " sudo bawn-admin denials AGENT");
    }
  }

  private static void json(JsonGenerator json, DenialsOutput output) throws IOException {
    json.writeStringField("agent", output.agent().text());
    json.writeFieldName("denials");
    output.array(json);
  }
}
