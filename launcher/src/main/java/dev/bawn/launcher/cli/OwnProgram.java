package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.launcher.config.Setting;
import dev.bawn.launcher.config.Settings;
import dev.bawn.launcher.machine.Host;
import dev.bawn.launcher.session.FirstProgram;
import dev.bawn.launcher.session.SessionRecord;
import dev.bawn.launcher.session.Variable;
import dev.bawn.launcher.session.Wanted;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a session of the caller's own runs first, and what of the caller's environment it has. */
final class OwnProgram {

  private static final String SHELL = "shell";

  private final Gate gate;
  private final Surroundings here;
  private final Host host;
  private final Settings settings;

  OwnProgram(Gate gate, Surroundings here, Host host, Settings settings) {
    this.gate = gate;
    this.here = here;
    this.host = host;
    this.settings = settings;
  }

  FirstProgram of(Wanted wanted) {
    if (wanted instanceof Wanted.Words(var words)) {
      return new FirstProgram(FirstProgram.COMMAND, List.of(), words, List.of());
    }
    return shell();
  }

  /** What an earlier session ran. */
  FirstProgram again(SessionRecord earlier) {
    if (!earlier.tool().equals(FirstProgram.COMMAND)) {
      return shell();
    }
    for (String word : earlier.command()) {
      if (word.indexOf('\ufffd') >= 0) {
        throw new WrongUsage(
            "the command of " + earlier.name() + " has bytes that could not be written down",
            "say it again: bawn resume " + earlier.name() + " -- COMMAND");
      }
    }
    return new FirstProgram(FirstProgram.COMMAND, earlier.command(), List.of(), List.of());
  }

  private FirstProgram shell() {
    Optional<String> wanted = settings.one(Setting.DEFAULT_SHELL);
    Path shell = host.shell();
    if (wanted.isPresent()) {
      Path named = Path.of(wanted.get());
      shell = named.isAbsolute() ? named : Path.of("/usr/bin").resolve(named);
      if (!Files.isExecutable(gate.layout().root().resolve(shell.toString().substring(1)))) {
        throw new WrongUsage("your default_shell is not there: " + shell, "see: bawn config show");
      }
    }
    return new FirstProgram(SHELL, List.of(shell.toString()), List.of(), List.of());
  }

  /** The variables of the caller's that are passed on, where they are set. */
  List<Variable> passed(Typed typed, FirstProgram program) {
    List<String> names = new ArrayList<>(settings.all(Setting.ENV_PASSTHROUGH));
    names.addAll(OwnOptions.passed(typed));
    List<Variable> variables = new ArrayList<>();
    for (String name : names) {
      String value = here.environment().get(name);
      if (value != null && !value.isEmpty() && value.indexOf('\ufffd') < 0) {
        variables.add(new Variable(name, value));
      }
    }
    return variables;
  }
}
