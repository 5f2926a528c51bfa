package dev.bawn.launcher.cli;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.Failure;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.contract.layout.AgentNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code verify [AGENT]}: verifies every link from root's signature to the kernel, and the running
 * processes; {@code verify --receipt FILE}: verifies a signed statement about a session.
 */
record VerifyCommand(Function<Surroundings, CommandContext> context) implements Command {

  private static final String RECEIPT = "--receipt";
  private static final String KEY = "--key";

  @Override
  public CommandSpec spec() {
    return Parameters.command()
        .addPositional(Parameters.optional("AGENT", "the agent (default: all your agents)"))
        .addOption(
            Parameters.option(
                RECEIPT, "FILE", "verify a receipt of a session, instead of an agent"))
        .addOption(
            Parameters.option(
                KEY,
                "PUBLICKEY",
                "with --receipt: the public key of its writer, as a file or as text (default: yours)"))
        .addOption(Parameters.flag("--json", "print JSON: one array; with --receipt, one object"));
  }

  @Override
  public List<String> examples() {
    return List.of(
        "bawn verify a.noir",
        "bawn verify --json",
        "bawn verify --receipt app-1.receipt --key alice.pub");
  }

  @Override
  public int run(Typed typed, Surroundings here) {
    if (typed.has(RECEIPT)) {
      if (!typed.words().isEmpty()) {
        throw new WrongUsage(
            "unexpected argument: " + Printable.of(typed.words().getFirst()),
            "with --receipt, name no agent");
      }
      return new ReceiptVerification(here)
          .run(typed.value(RECEIPT, ""), typed.value(KEY, ""), typed.has("--json"));
    }
    if (typed.has(KEY)) {
      throw new WrongUsage("--key needs --receipt", "name a receipt: --receipt FILE");
    }
    CommandContext through = context.apply(here);
    VerificationOutput output = new VerificationOutput(here);
    List<Verification> all = new ArrayList<>();
    for (AgentName agent : agents(typed, through, here)) {
      Verification verification = Verification.of(agent, through, here);
      all.add(verification);
      if (!typed.has("--json")) {
        output.text(verification);
      }
    }
    if (typed.has("--json")) {
      output.json(all);
    }
    Optional<Failure> first =
        all.stream().map(Verification::failure).flatMap(Optional::stream).findFirst();
    first.ifPresent(failure -> {
      throw failure;
    });
    return 0;
  }

  private static List<AgentName> agents(Typed typed, CommandContext through, Surroundings here) {
    if (!typed.words().isEmpty()) {
      AgentName agent = AgentName.of(typed.words().getFirst());
      if (AgentNames.named(agent.text(), here.layout()).isEmpty()
          && NamedSession.of(agent.text(), here).exists()) {
        throw new NotFound(
            "'" + agent + "' is a session, and verify examines agents",
            "see: bawn info " + agent + "; list your agents: bawn agents");
      }
      return List.of(agent);
    }
    List<AgentName> yours = through.agents(here).manifests().stream().map(Manifest::agent).toList();
    if (yours.isEmpty()) {
      here.err().println("you have no agents; ask root: sudo bawn-admin create AGENT");
    }
    return yours;
  }
}
