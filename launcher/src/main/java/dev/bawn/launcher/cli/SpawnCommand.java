package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.launcher.record.SessionName;
import dev.bawn.launcher.request.SessionArguments;
import dev.bawn.launcher.request.StartRequest;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;

/** {@code spawn NAME [PROJECT] [-- COMMAND...]}: starts a session in the background. */
final class SpawnCommand implements Command {

  private final Function<Surroundings, CommandContext> context;

  SpawnCommand(Function<Surroundings, CommandContext> context) {
    this.context = context;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec =
        Parameters.command()
            .addPositional(Parameters.first("NAME", "a name for the session"))
            .addPositional(
                Parameters.object(
                    "PROJECT", "the project's directory (default: the current directory)"));
    addOptions(spec);
    spec.usageMessage()
        .customSynopsis("bawn spawn [OPTION]... NAME [PROJECT] [-- COMMAND [ARGUMENT]...]");
    return spec;
  }

  /** Adds the options of every start in the background. */
  static void addOptions(CommandSpec spec) {
    LaunchCommand.addTool(spec);
    DryRun.addTo(spec, "print the plan, start nothing");
    spec.addOption(SessionArguments.quiet());
    SessionArguments.addTo(spec);
  }

  @Override
  public List<String> examples() {
    return List.of(
        "bawn spawn fix --tool claude --prompt task.md",
        "bawn spawn tests ~/app -- make test",
        "bawn wait tests --timeout 600; bawn logs tests");
  }

  @Override
  public boolean takesToolWords() {
    return true;
  }

  @Override
  public int run(Typed typed, Surroundings here) {
    DryRun dryRun = DryRun.of(typed);
    SessionName name = SessionName.of(typed.words().getFirst());
    Optional<String> project = typed.words().stream().skip(1).findFirst();
    CommandContext through = context.apply(here);
    if (typed.toolWords().isEmpty()) {
      CommandAsProject.refuse("bawn spawn", typed, 1, through, here);
    }
    StartRequest request =
        StartRequest.first(
            typed, project, LaunchCommand.toolOrCommand(typed, here), Optional.of(name));
    BackgroundStart start = new BackgroundStart(through, here);
    if (dryRun == DryRun.NO) {
      start.first(request, typed);
    } else {
      new SessionPlanOutput(start.plan(request, typed)).print(dryRun, here);
    }
    return 0;
  }
}
