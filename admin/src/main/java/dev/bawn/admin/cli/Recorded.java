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

/** A command that is recorded in the journal before it begins and after it has ended. */
final class Recorded implements Command {

  private final String name;
  private final Command command;
  private final Predicate<Typed> isAct;

  /**
   * @param name the name of the command
   * @param command runs the command
   */
  Recorded(String name, Command command) {
    this(name, command, typed -> true);
  }

  /**
   * @param name the name of the command
   * @param command runs the command
   * @param isAct decides whether the arguments request a change: {@code tool list} requests none
   */
  Recorded(String name, Command command, Predicate<Typed> isAct) {
    this.name = name;
    this.command = command;
    this.isAct = isAct;
  }

  /** Tells whether the action is another one than {@code list}, which changes nothing. */
  static boolean isAct(Typed typed) {
    return !typed.words().getFirst().equals("list");
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
