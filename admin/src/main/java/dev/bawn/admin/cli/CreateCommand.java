package dev.bawn.admin.cli;

import dev.bawn.admin.agent.NewAgent;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Confinement;
import dev.bawn.contract.agent.Execution;
import dev.bawn.contract.agent.Limits;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.Pin;
import dev.bawn.contract.agent.Profile;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.cli.WrappedText;
import dev.bawn.contract.failure.NotFound;
import java.io.IOException;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;

/** {@code create AGENT}. */
final class CreateCommand implements Command {

  /**
   * The profiles for new agents; {@code custom} is missing, because an agent gets it by changing
   * its commands.
   */
  private static final Profile[] CHOICES = {
    Profile.STANDARD, Profile.DEVELOPER, Profile.READ_ONLY, Profile.NETWORK_ISOLATED
  };

  @Override
  public CommandSpec spec() {
    return Parameters.command()
        .addPositional(Parameters.one("AGENT", "the name of the new agent, and of its account"))
        .addOption(
            Parameters.option(
                "--profile",
                "PROFILE",
                CHOICES,
                "choose the commands and the network: standard (default), developer (includes --compiled), read-only or network-isolated"))
        .addOption(
            Parameters.repeatable(
                "--operator",
                "USER",
                "let this user start the agent (default: the users that 'init' set; if none, the user"
                    + " who runs sudo)"))
        .addOption(TypedLimits.option())
        .addOption(
            Pins.option(
                "choose what a start does when an allowed program has changed: warn (default), or refuse (strict)"))
        .addOption(
            Parameters.flag(
                "--require-apparmor", "refuse to start the agent on a kernel without AppArmor"))
        .addOption(Executions.compiled())
        .addOption(Executions.jit())
        .addOption(Identities.give())
        .addOption(LockedState.dryRun());
  }

  @Override
  public List<String> examples() {
    return List.of(
        "sudo bawn-admin create a.noir",
        "sudo bawn-admin create d.vert --profile developer",
        "sudo bawn-admin create r.blanc --profile read-only --operator alice");
  }

  @Override
  public int run(Typed typed, Surroundings here) throws IOException {
    AgentName name = AgentName.of(typed.words().getFirst());
    Profile profile = Parameters.choice("profile", typed.value("--profile", "standard"), CHOICES);
    Assembly assembly = new Assembly(here);
    assembly.requireInitialised();
    SortedSet<Uid> operators = Operators.of(typed.values("--operator"), here);
    Confinement confinement =
        typed.has("--require-apparmor") ? Confinement.REQUIRED : Confinement.PREFERRED;
    NewAgent asked =
        new NewAgent(
            name,
            profile,
            operators,
            TypedLimits.of(typed, Limits.DEFAULT),
            confinement,
            Executions.of(typed).orElse(execution(profile)),
            Pins.of(typed).orElse(Pin.WARN),
            Identities.of(typed));
    try (LockedState state = LockedState.forChange(typed, assembly, here)) {
      Manifest made = state.agents().create(asked);
      WrappedText.print(
          (LockedState.isDryRun(typed) ? "would create " : "created ")
              + name
              + ": uid "
              + made.uid()
              + ", "
              + made.commands().size()
              + " commands",
          here);
      state.agents().leftOut(made).stream()
          .collect(
              Collectors.groupingBy(
                  left -> left.why() instanceof NotFound,
                  TreeMap::new,
                  Collectors.mapping(left -> left.name().text(), Collectors.joining(" "))))
          .forEach((missing, names) -> sayLeftOut(missing, names, name, here));
      state.tellPreview(here);
      if (!LockedState.isDryRun(typed)) {
        TypedLimits.report(made, here);
        WrappedText.print("next: sudo bawn-admin assign " + name + " PROJECT", here);
      }
      return 0;
    }
  }

  /** Sets the default of the profile: developers run programs that they compile. */
  private static Execution execution(Profile profile) {
    return profile == Profile.DEVELOPER ? Execution.COMPILED : Execution.SIGNED;
  }

  private static void sayLeftOut(
      boolean missing, String names, AgentName agent, Surroundings here) {
    String allow = "sudo bawn-admin allow " + agent + " ";
    WrappedText.print(
        (missing ? "not installed, so not allowed: " : "cannot be allowed: ") + names, here);
    WrappedText.print(
        missing
            ? "to add one later: install it, then " + allow + "CMD"
            : "for the reason: " + allow + names,
        here);
  }
}
