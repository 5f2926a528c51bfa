package dev.bawn.contract.cli;

import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.WrongUsage;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** {@code help [COMMAND]}, and the manual pages, which the install script writes into files. */
final class HelpCommand implements Command {

  private final Program program;
  private final Supplier<Manual> manual;

  HelpCommand(Program program, Supplier<Manual> manual) {
    this.program = program;
    this.manual = manual;
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec = Parameters.command();
    spec.addPositional(
        PositionalParamSpec.builder()
            .paramLabel("COMMAND")
            .arity("0..1")
            .description(
                manual.get().formats().isEmpty()
                    ? "a command"
                    : "a command; with --man: a manual page of section 5")
            .build());
    spec.addOption(Parameters.flag("--man", "print a manual page, for man(1)"));
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
    here.out().print(text(typed, here));
    return 0;
  }

  private String text(Typed typed, Surroundings here) {
    if (typed.has("--man")) {
      return page(typed.words(), here.version());
    }
    return typed.words().isEmpty() ? Help.of(program, here) : about(typed, here);
  }

  private String page(List<String> words, String version) {
    if (words.isEmpty()) {
      return ManualPage.of(program, manual.get(), version);
    }
    String wanted = words.getFirst();
    List<FormatPage> pages = manual.get().formats();
    for (FormatPage page : pages) {
      if (page.name().equals(wanted)) {
        return page.text(version);
      }
    }
    String all =
        pages.isEmpty()
            ? "leave it out"
            : "pages: " + pages.stream().map(FormatPage::name).collect(Collectors.joining(", "));
    throw new WrongUsage("unknown manual page: " + Printable.of(wanted), all);
  }

  private String about(Typed typed, Surroundings here) {
    String wanted = typed.words().getFirst();
    Subcommand subcommand = program.subcommand(wanted);
    return Help.of(Help.complete(program.name(), subcommand, subcommand.command().get()), here);
  }
}
