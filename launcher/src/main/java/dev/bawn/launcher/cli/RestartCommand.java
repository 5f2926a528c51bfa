package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.engine.SessionState;
import dev.bawn.launcher.request.SessionArguments;
import dev.bawn.launcher.request.StartRequest;
import dev.bawn.launcher.request.Wanted;
import dev.bawn.launcher.sessions.ListedSession;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;

/** {@code restart NAME [-- COMMAND...]}: starts an earlier session again, in the background. */
final class RestartCommand implements Command {

  private final Function<Surroundings, CommandContext> context;

  RestartCommand(Function<Surroundings, CommandContext> context) {
    this.context = context;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec = Parameters.command().addPositional(NamedSession.word());
    DryRun.addTo(spec, "print the plan, start nothing");
    spec.addOption(SessionArguments.quiet());
    spec.usageMessage()
        .customSynopsis("bawn restart [OPTION]... SESSION [-- COMMAND [ARGUMENT]...]");
    return spec;
  }

  @Override
  public List<String> examples() {
    return List.of("bawn restart app-1", "bawn restart app-1 -- make test");
  }

  @Override
  public boolean takesToolWords() {
    return true;
  }

  @Override
  public int run(Typed typed, Surroundings here) {
    DryRun dryRun = DryRun.of(typed);
    NamedSession word = NamedSession.of(typed, here);
    ListedSession.Intact session = word.intact();
    if (session.state() instanceof SessionState.Running) {
      throw new Refused(
          "session '" + word.name() + "' is running", "end it first: bawn kill " + word.name());
    }
    NamedSession.requireProject(session.record());
    Optional<Wanted> wanted =
        typed.toolWords().isEmpty()
            ? Optional.empty()
            : Optional.of(new Wanted.CommandLine(typed.toolWords()));
    StartRequest request = StartRequest.again(session.record(), wanted, false);
    BackgroundStart start = new BackgroundStart(context.apply(here), here);
    if (dryRun == DryRun.NO) {
      start.again(request, typed);
    } else {
      new SessionPlanOutput(start.plan(request, typed)).print(dryRun, here);
    }
    return 0;
  }
}
