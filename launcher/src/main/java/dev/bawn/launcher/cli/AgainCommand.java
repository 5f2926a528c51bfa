package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.cli.Words;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.launcher.house.Listed;
import dev.bawn.launcher.session.SessionDirectory;
import dev.bawn.launcher.session.SessionPlan;
import dev.bawn.launcher.session.SessionRecord;
import dev.bawn.launcher.session.SessionState;
import dev.bawn.launcher.session.Wanted;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;

/** What {@code resume} and {@code exec} have in common: they go back to a session. */
abstract sealed class AgainCommand implements Command permits ResumeCommand, ExecCommand {

  private final Function<Surroundings, Gate> gate;

  /**
   * @param gate what to start through
   */
  AgainCommand(Function<Surroundings, Gate> gate) {
    this.gate = gate;
  }

  /** Its name. */
  abstract String word();

  /**
   * What a session runs that does not run now; nothing if that is to be the same as before.
   *
   * @param words the caller's own
   */
  abstract Optional<Wanted> wanted(List<String> words);

  /** Does what is to be done with a session that runs. */
  abstract void meet(SessionDirectory running, Typed typed, Gate through, Surroundings here);

  @Override
  public final CommandSpec spec() {
    CommandSpec spec =
        Words.command()
            .addPositional(SessionWord.word())
            .addOption(Words.flag("--dry-run", "show the plan, start nothing"))
            .addOption(Words.flag("--json", "with --dry-run: the plan as JSON"))
            .addOption(OwnWords.quiet());
    spec.usageMessage()
        .customSynopsis("bawn " + word() + " [OPTION]... NAME [-- COMMAND [ARGUMENT]...]");
    return spec;
  }

  @Override
  public final boolean takesToolWords() {
    return true;
  }

  @Override
  public final int run(Typed typed, Surroundings here) {
    if (typed.has("--json") && !typed.has("--dry-run")) {
      throw new WrongUsage("--json shows a plan, and only --dry-run makes one", "add --dry-run");
    }
    SessionWord word = SessionWord.of(typed, here);
    Listed.Sound session = word.sound();
    Gate through = gate.apply(here);
    if (session.state() instanceof SessionState.Running) {
      meet(word.places().session(word.name()), typed, through, here);
    } else {
      OwnStart start = new OwnStart(through, here, OwnWords.manner(typed));
      start(session.record(), typed, start, here);
    }
    return 0;
  }

  private void start(SessionRecord earlier, Typed typed, OwnStart start, Surroundings here) {
    SessionPlan plan = start.planAgain(earlier, wanted(typed.toolWords()));
    if (typed.has("--dry-run")) {
      new OwnPlanOutput(plan).print(typed.has("--json"), here);
    } else {
      start.startAgain(plan);
    }
  }
}
