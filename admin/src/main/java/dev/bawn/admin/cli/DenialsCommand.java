package dev.bawn.admin.cli;

import dev.bawn.admin.system.SystemLogs;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Since;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.denial.DenialsOutput;
import dev.bawn.contract.denial.Logs;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.trust.KernelPolicies;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** {@code denials AGENT}: lists the accesses that AppArmor refused to the agent. */
final class DenialsCommand implements Command {

  @Override
  public CommandSpec spec() {
    return Parameters.command()
        .addPositional(Parameters.one("AGENT", "the agent"))
        .addOption(Since.option())
        .addOption(
            Parameters.flag(
                "--suggest", "print only the commands that would allow the refused accesses"))
        .addOption(Parameters.flag("--json", "print JSON, one array"));
  }

  @Override
  public List<String> examples() {
    return List.of(
        "sudo bawn-admin denials a.noir",
        "sudo bawn-admin denials a.noir --since 1h",
        "sudo bawn-admin denials a.noir --suggest");
  }

  @Override
  public int run(Typed typed, Surroundings here) throws IOException {
    Assembly assembly = new Assembly(here);
    assembly.requireInitialised();
    AgentName agent = AgentName.of(typed.words().getFirst());
    assembly.state().require(agent);
    Logs.Found found =
        new Logs(here.layout(), new SystemLogs()).about(agent, Since.of(typed, here.clock()));
    if (found.read().isEmpty()) {
      throw new Failed(
          "no kernel log can be read on this machine",
          "install auditd or systemd's journal; see why dmesg fails: sudo dmesg");
    }
    print(new DenialsOutput(agent, found.refusals()), typed, here);
    print(agent, found, here);
    return 0;
  }

  private static void print(DenialsOutput output, Typed typed, Surroundings here) {
    if (typed.has("--json")) {
      output.json(here.out());
    } else if (typed.has("--suggest")) {
      output.suggestions(here.out());
    } else {
      output.text(here.out());
    }
  }

  private static void print(AgentName agent, Logs.Found found, Surroundings here) {
    if (!new KernelPolicies(here.layout()).hasAppArmor()) {
      Messages.say(
          here,
          "this kernel has no AppArmor, and no log records what namespaces and seccomp refuse");
    } else if (found.refusals().isEmpty()) {
      Messages.say(
          here, "no refusal for " + agent + " was found in " + String.join(", ", found.read()));
    }
    if (found.dropped() > 0) {
      Messages.say(here, found.dropped() + " more records are not shown");
    }
  }
}
