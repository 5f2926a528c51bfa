package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.launcher.engine.SessionState;
import dev.bawn.launcher.plan.SessionPlan;
import dev.bawn.launcher.record.SessionDirectory;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.request.SessionArguments;
import dev.bawn.launcher.request.StartRequest;
import dev.bawn.launcher.request.Wanted;
import dev.bawn.launcher.sessions.ListedSession;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The common part of {@code resume} and {@code exec}, which start a program in an earlier session.
 */
abstract sealed class EarlierSessionCommand implements Command permits ResumeCommand, ExecCommand {

  private final Function<Surroundings, CommandContext> context;

  /**
   * @param context gives the context of a command
   */
  EarlierSessionCommand(Function<Surroundings, CommandContext> context) {
    this.context = context;
  }

  /** The name of the command. */
  abstract String word();

  /**
   * The command line of a session that does not run now; empty to repeat the earlier one.
   *
   * @param words the caller's arguments
   * @param session the earlier session
   */
  abstract Optional<Wanted> wanted(
      List<String> words, ListedSession.Intact session, Surroundings here);

  /**
   * Requires a session under the caller's own user.
   *
   * @throws dev.bawn.contract.failure.Refused if it is the session of an agent
   */
  abstract void requireUnprivileged(SessionRecord record);

  /** Tells whether the session keeps the end of its last start, whatever the result of this one. */
  abstract boolean isAside();

  /** Handles a session that is running. */
  abstract void meet(
      SessionDirectory running,
      Typed typed,
      DryRun dryRun,
      CommandContext through,
      Surroundings here);

  @Override
  public final CommandSpec spec() {
    CommandSpec spec = Parameters.command().addPositional(NamedSession.unprivileged());
    DryRun.addTo(spec, "print the plan, start nothing");
    spec.addOption(SessionArguments.quiet());
    spec.usageMessage()
        .customSynopsis("bawn " + word() + " [OPTION]... SESSION [-- COMMAND [ARGUMENT]...]");
    return spec;
  }

  @Override
  public final boolean takesToolWords() {
    return true;
  }

  @Override
  public final int run(Typed typed, Surroundings here) {
    DryRun dryRun = DryRun.of(typed);
    NamedSession word = NamedSession.session(typed.words().getFirst(), here);
    ListedSession.Intact session = word.intact();
    requireUnprivileged(session.record());
    CommandContext through = context.apply(here);
    if (session.state() instanceof SessionState.Running) {
      meet(word.directory(), typed, dryRun, through, here);
    } else {
      RecordedChanges.requireProject(session.record());
      SessionMerges.warnOfInterrupted(session.record(), here);
      StartRequest request =
          StartRequest.again(session.record(), wanted(typed.toolWords(), session, here), isAside());
      SessionStart start = new SessionStart(through, here);
      SessionPlan plan = start.plan(request, typed);
      if (dryRun == DryRun.NO) {
        start.startAgain(plan);
      } else {
        new SessionPlanOutput(plan).print(dryRun, here);
      }
    }
    return 0;
  }
}
