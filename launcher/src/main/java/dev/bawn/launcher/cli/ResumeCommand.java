package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.cli.Words;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.launcher.session.SessionPlan;
import dev.bawn.launcher.session.SessionRecord;
import dev.bawn.launcher.session.Wanted;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code resume NAME [-- COMMAND...]}, {@code exec NAME -- COMMAND...}: an earlier session's
 * workspace, home and options once more.
 */
final class ResumeCommand implements Command {

  /** Which of the two it is. */
  enum Manner {
    RESUME("resume"),
    EXEC("exec");

    private final String word;

    Manner(String word) {
      this.word = word;
    }
  }

  private final Function<Surroundings, Gate> gate;
  private final Manner manner;

  ResumeCommand(Function<Surroundings, Gate> gate, Manner manner) {
    this.gate = gate;
    this.manner = manner;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec =
        Words.command()
            .addPositional(Words.one("SESSION", "its name: see 'bawn list'"))
            .addOption(Words.flag("--dry-run", "show the plan, start nothing"))
            .addOption(Words.flag("--json", "with --dry-run: the plan as JSON"))
            .addOption(OwnWords.quiet());
    String command = "COMMAND [ARGUMENT]...";
    spec.usageMessage()
        .customSynopsis(
            "bawn "
                + manner.word
                + " [OPTION]... NAME "
                + (manner == Manner.EXEC ? "-- " + command : "[-- " + command + "]"));
    return spec;
  }

  @Override
  public List<String> examples() {
    return manner == Manner.EXEC
        ? List.of("bawn exec app-1 -- git diff")
        : List.of("bawn resume app-1", "bawn resume app-1 -- bash");
  }

  @Override
  public boolean takesToolWords() {
    return true;
  }

  @Override
  public int run(Typed typed, Surroundings here) {
    if (typed.has("--json") && !typed.has("--dry-run")) {
      throw new WrongUsage("--json shows a plan, and only --dry-run makes one", "add --dry-run");
    }
    if (manner == Manner.EXEC && typed.toolWords().isEmpty()) {
      throw new WrongUsage("there is no command to run", "bawn exec NAME -- COMMAND");
    }
    SessionRecord earlier = SessionWord.of(typed, here).sound().record();
    Optional<Wanted> wanted =
        typed.toolWords().isEmpty()
            ? Optional.empty()
            : Optional.of(new Wanted.Words(typed.toolWords()));
    OwnStart start = new OwnStart(gate.apply(here), here, OwnWords.manner(typed));
    SessionPlan plan = start.planAgain(earlier, wanted);
    if (typed.has("--dry-run")) {
      new OwnPlanOutput(plan).print(typed.has("--json"), here);
    } else {
      start.startAgain(plan);
    }
    return 0;
  }
}
