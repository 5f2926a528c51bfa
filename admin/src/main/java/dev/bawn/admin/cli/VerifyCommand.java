package dev.bawn.admin.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Serial;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.JsonOutput;
import dev.bawn.contract.cli.LinksJson;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.BrokenLink;
import dev.bawn.contract.trust.Depth;
import dev.bawn.contract.trust.Finding;
import dev.bawn.contract.trust.Request;
import dev.bawn.contract.trust.TrustChain;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** {@code verify [AGENT]}: the chain from signature to kernel, a line for each link. */
final class VerifyCommand implements Command {

  @Override
  public CommandSpec spec() {
    return Parameters.command()
        .addPositional(Parameters.optional("AGENT", "the agent (default: all)"))
        .addOption(Parameters.flag("--json", "print JSON, one array"));
  }

  @Override
  public List<String> examples() {
    return List.of("sudo bawn-admin verify a.noir", "sudo bawn-admin verify --json");
  }

  /** What looking at one agent found: the links up to the first broken one. */
  private record Verification(
      AgentName agent, Optional<Serial> serial, List<Finding> links, Optional<BrokenLink> broken) {}

  @Override
  public int run(Typed typed, Surroundings here) throws IOException {
    Assembly assembly = new Assembly(here);
    assembly.requireInitialised();
    List<AgentName> agents =
        typed.words().isEmpty()
            ? assembly.state().agents()
            : List.of(AgentName.of(typed.words().getFirst()));
    if (!typed.words().isEmpty()) {
      assembly.state().require(agents.getFirst());
    }
    List<Verification> all = new ArrayList<>();
    for (AgentName agent : agents) {
      Verification verification = verify(agent, assembly.chain());
      all.add(verification);
      if (!typed.has("--json")) {
        text(verification, here);
      }
    }
    if (typed.has("--json")) {
      JsonOutput.print(here.out(), json -> JsonOutput.objects(json, all, VerifyCommand::json));
    }
    return all.stream()
        .flatMap(each -> each.broken().stream())
        .mapToInt(BrokenLink::exitCode)
        .findFirst()
        .orElse(0);
  }

  private static Verification verify(AgentName agent, TrustChain chain) {
    List<Finding> links = new ArrayList<>();
    try {
      Serial serial =
          chain
              .check(new Request(agent, Uid.ROOT, Optional.empty(), Depth.WHOLE), links::add)
              .manifest()
              .serial();
      return new Verification(agent, Optional.of(serial), links, Optional.empty());
    } catch (BrokenLink broken) {
      return new Verification(agent, Optional.empty(), links, Optional.of(broken));
    }
  }

  private static void text(Verification verification, Surroundings here) {
    here.out().println(verification.agent());
    verification.links().forEach(finding -> here.out().println(line(finding)));
    verification
        .broken()
        .ifPresent(broken -> {
          here.out().println(line(broken.step().name(), "BROKEN", broken.what()));
          here.out().println(line("", "expected", broken.expected()));
          here.out().println(line("", "found", broken.found()));
          here.out().println(line("", "mend", broken.mend()));
        });
  }

  private static String line(Finding finding) {
    String mark = finding.strength() == Finding.Strength.HOLDS ? "holds" : "weak";
    return line(finding.step().name(), mark, finding.sentence());
  }

  private static String line(String step, String mark, String sentence) {
    return String.format("  %-4s%-9s%s", step, mark, sentence);
  }

  private static void json(JsonGenerator json, Verification verification) throws IOException {
    json.writeStringField("agent", verification.agent().text());
    if (verification.serial().isPresent()) {
      json.writeNumberField("serial", verification.serial().get().number());
    }
    LinksJson.write(json, verification.links(), verification.broken());
  }
}
