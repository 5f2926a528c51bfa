package dev.bawn.contract.cli;

import dev.bawn.contract.failure.WrongUsage;
import java.util.List;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** {@code help [COMMAND]}, and the manual page, of which the install script makes a file. */
final class HelpCommand implements Command {

  private final Program program;
  private final Supplier<Manual> manual;

  HelpCommand(Program program, Supplier<Manual> manual) {
    this.program = program;
    this.manual = manual;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec = Words.command();
    spec.addPositional(
        PositionalParamSpec.builder()
            .paramLabel("COMMAND")
            .arity("0..1")
            .description("a command")
            .build());
    spec.addOption(Words.flag("--man", "print the manual page, for man(1)"));
    return spec;
  }

  @Override
  public List<String> examples() {
    return List.of(
        program.name() + " help",
        program.name() + " help version",
        program.name() + " help --man | man -l -");
  }

  @Override
  public int run(Typed typed, Surroundings here) {
    if (typed.has("--man") && !typed.words().isEmpty()) {
      throw new WrongUsage(
          "there is one manual page, of all commands", "leave out " + typed.words().getFirst());
    }
    here.out().print(text(typed, here));
    return 0;
  }

  private String text(Typed typed, Surroundings here) {
    if (typed.has("--man")) {
      return ManualPage.of(program, manual.get(), here.version());
    }
    return typed.words().isEmpty() ? Help.of(program, here) : about(typed, here);
  }

  private String about(Typed typed, Surroundings here) {
    String wanted = typed.words().getFirst();
    Subcommand subcommand = program.subcommand(wanted);
    return Help.of(Help.complete(program.name(), subcommand, subcommand.command().get()), here);
  }
}
