package dev.bawn.admin.cli;

import dev.bawn.admin.audit.Recorder;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import picocli.CommandLine.Model.CommandSpec;

/** A command that is written down in the journal, before it begins and when it has ended. */
final class Recorded implements Command {

  private final String name;
  private final Command command;
  private final Predicate<Typed> isAct;

  /**
   * @param name what is typed for it
   * @param command what it does
   */
  Recorded(String name, Command command) {
    this(name, command, typed -> true);
  }

  /**
   * @param name what is typed for it
   * @param command what it does
   * @param isAct whether it changes anything, as it was typed: {@code tool list} does not
   */
  Recorded(String name, Command command, Predicate<Typed> isAct) {
    this.name = name;
    this.command = command;
    this.isAct = isAct;
  }

  @Override
  public CommandSpec spec() {
    return command.spec();
  }

  @Override
  public List<String> examples() {
    return command.examples();
  }

  @Override
  public boolean takesToolWords() {
    return command.takesToolWords();
  }

  @Override
  public int run(Typed typed, Surroundings here) throws IOException {
    if (!isAct.test(typed)) {
      return command.run(typed, here);
    }
    List<String> argv = new ArrayList<>();
    argv.add(name);
    argv.addAll(typed.options().originalArgs());
    return new Recorder(here.layout(), here.clock())
        .record(
            Operators.caller(here).orElse(Uid.ROOT),
            argv,
            () -> command.run(typed, here),
            line -> Messages.say(here, line));
  }
}
