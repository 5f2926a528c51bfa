package dev.bawn.admin.cli;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.cli.Words;
import dev.bawn.contract.failure.BrokenLink;
import dev.bawn.contract.trust.Finding;
import dev.bawn.contract.trust.Request;
import dev.bawn.contract.trust.TrustChain;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** {@code verify [AGENT]}: the chain from signature to kernel, a line for each link. */
final class VerifyCommand implements Command {

  @Override
  public CommandSpec spec() {
    return CommandSpec.create().addPositional(Words.optional("AGENT", "the agent (default: all)"));
  }

  @Override
  public List<String> examples() {
    return List.of("sudo bawn-admin verify a.noir", "sudo bawn-admin verify");
  }

  @Override
  public int run(Typed typed, Surroundings here) {
    Assembly assembly = new Assembly(here);
    assembly.requireInitialised();
    try {
      List<AgentName> agents =
          typed.words().isEmpty()
              ? assembly.state().agents()
              : List.of(AgentName.of(typed.words().getFirst()));
      int status = 0;
      for (AgentName agent : agents) {
        here.out().println(agent);
        status = Math.max(status, verify(agent, assembly.chain(), here));
      }
      return status;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int verify(AgentName agent, TrustChain chain, Surroundings here) {
    try {
      chain.check(
          new Request(agent, Uid.ROOT, Optional.empty(), Optional.empty()),
          finding -> here.out().println(line(finding)));
      return 0;
    } catch (BrokenLink broken) {
      here.out().println(line(broken.step().name(), "BROKEN", broken.what()));
      here.out().println(line("", "expected", broken.expected()));
      here.out().println(line("", "found", broken.found()));
      here.out().println(line("", "mend", broken.mend()));
      return broken.exitCode();
    }
  }

  private static String line(Finding finding) {
    String mark = finding.strength() == Finding.Strength.HOLDS ? "holds" : "weak";
    return line(finding.step().name(), mark, finding.sentence());
  }

  private static String line(String step, String mark, String sentence) {
    return String.format("  %-4s%-9s%s", step, mark, sentence);
  }
}
