package dev.bawn.contract.cli;

import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The manual page of a program: its table of subcommands with the text of their help. (picocli
 * generates AsciiDoc, which would need a program in Ruby to become a page.)
 */
final class ManualPage {

  /** Options that are explained once, for all subcommands. */
  private static final List<String> COMMON = List.of("--help", "--debug");

  private final Program program;
  private final Roff page = new Roff();

  private ManualPage(Program program) {
    this.program = program;
  }

  /** Columns of a synopsis: man(1) indents it by 11 on a terminal of 80. */
  private static final int SYNOPSIS_WIDTH = 69;

  /** The page in the language of man(7). */
  static String of(Program program, Manual manual, String version) {
    return new ManualPage(program).written(manual, version).toString();
  }

  private Roff written(Manual manual, String version) {
    String name = program.name();
    page.title(name, manual.section(), "bawn " + version, "bawn");
    page.section("NAME").text(name + " - " + about());
    page.section("SYNOPSIS").verbatim(List.of(name + " COMMAND [OPTION]... [ARGUMENT]..."));
    page.section("DESCRIPTION");
    manual.description().forEach(page::paragraph);
    page.section("COMMANDS");
    page.paragraph("Each command also has these options:");
    page.item("-h, --help", "", "show its help");
    page.item("--debug", "", "show the cause of an internal error");
    program.subcommands().forEach(this::describe);
    page.section("EXIT STATUS");
    Help.STATUSES.forEach((status, meaning) -> page.item(status, "", meaning));
    entries("EXAMPLES", manual.examples());
    entries("ENVIRONMENT", manual.environment());
    entries("FILES", manual.files());
    page.section("SEE ALSO").text(String.join(", ", manual.seeAlso()));
    return page;
  }

  private String about() {
    String purpose = program.purpose().replaceAll("\\.$", "");
    return Character.toLowerCase(purpose.charAt(0)) + purpose.substring(1);
  }

  private void entries(String title, List<Manual.Entry> entries) {
    page.section(title);
    entries.forEach(entry -> page.item(entry.name(), "", entry.text()));
  }

  private void describe(Subcommand subcommand) {
    Command command = subcommand.command().get();
    CommandSpec spec = Help.complete(program.name(), subcommand, command);
    spec.usageMessage().width(SYNOPSIS_WIDTH);
    CommandLine.Help help =
        Help.line(spec)
            .getHelpFactory()
            .create(spec, CommandLine.Help.defaultColorScheme(Ansi.OFF));
    page.subsection(subcommand.name());
    page.text(spec.usageMessage().header()[0]);
    boolean ofLines = help.commandSpec().usageMessage().customSynopsis().length > 0;
    // the synopsis in the help is aligned below a heading, which the page does not have
    page.verbatim(
        help.synopsis(0).lines().map(ofLines ? String::strip : String::stripTrailing).toList());
    Arrays.stream(spec.usageMessage().description())
        .filter(line -> !line.isBlank())
        .forEach(page::paragraph);
    for (PositionalParamSpec word : spec.positionalParameters()) {
      if (!word.hidden()) {
        page.word(word.paramLabel(), text(word.description()));
      }
    }
    for (OptionSpec option : spec.options()) {
      if (!COMMON.contains(option.longestName())) {
        String label = option.arity().max() > 0 ? option.paramLabel() : "";
        page.item(String.join(", ", option.names()), label, text(option.description()));
      }
    }
    if (!command.examples().isEmpty()) {
      page.paragraph("Examples:").verbatim(command.examples());
    }
  }

  private static String text(String... lines) {
    return String.join(" ", lines);
  }
}
