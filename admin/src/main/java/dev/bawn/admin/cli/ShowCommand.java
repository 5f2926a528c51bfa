package dev.bawn.admin.cli;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.ProjectId;
import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.ShellQuoting;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.contract.layout.Generation;
import dev.bawn.contract.sandbox.RecipeFile;
import dev.bawn.contract.trust.TrustChain;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/** {@code show AGENT}: prints the whole policy of one agent. */
final class ShowCommand implements Command {

  @Override
  public CommandSpec spec() {
    return Parameters.command()
        .addPositional(Parameters.one("AGENT", "the agent"))
        .addOption(Parameters.flag("--profile-text", "print only the text of its AppArmor profile"))
        .addOption(
            Parameters.option(
                "--recipe", "PROJECT", "print only the sandbox of its sessions on this project"))
        .addOption(Parameters.flag("--json", "print JSON, one object"));
  }

  @Override
  public List<String> examples() {
    return List.of(
        "sudo bawn-admin show a.noir",
        "sudo bawn-admin show a.noir --profile-text",
        "sudo bawn-admin show a.noir --recipe app");
  }

  @Override
  public int run(Typed typed, Surroundings here) throws IOException {
    List<String> outputs =
        Stream.of("--profile-text", "--recipe", "--json").filter(typed::has).toList();
    if (outputs.size() > 1) {
      throw new WrongUsage(
          outputs.getFirst() + " and " + outputs.get(1) + " cannot be used together",
          "leave out one");
    }
    Assembly assembly = new Assembly(here);
    assembly.requireInitialised();
    AgentName agent = AgentName.of(typed.words().getFirst());
    TrustChain.Sealed sealed = assembly.state().sealed(agent);
    if (typed.has("--profile-text")) {
      here.out().print(Files.readString(sealed.generation().profileText()));
    } else if (typed.has("--recipe")) {
      Assignment assignment = assembly.projects().find(agent, typed.value("--recipe", ""));
      here.out().print(steps(sealed.generation(), assignment.id()));
    } else if (typed.has("--json")) {
      new PolicyOutput(sealed.manifest(), assembly, here).json();
    } else {
      new PolicyOutput(sealed.manifest(), assembly, here).text();
    }
    return 0;
  }

  /** Formats one line for each option, with its values in the same line. */
  private static String steps(Generation generation, ProjectId project) throws IOException {
    StringBuilder text = new StringBuilder();
    for (String argument : RecipeFile.read(Files.readAllBytes(generation.recipe(project)))) {
      boolean option = argument.startsWith("--");
      text.append(option ? (text.isEmpty() ? "" : "\n") : " ")
          .append(option ? argument : ShellQuoting.join(List.of(argument)));
    }
    return text.append('\n').toString();
  }
}
