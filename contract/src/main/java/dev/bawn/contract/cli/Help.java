package dev.bawn.contract.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The help texts. */
final class Help {

  /** The exit statuses of both programs, as {@code contract.failure} defines them. */
  static final Map<String, String> STATUSES = statuses();

  private Help() {}

  /** A subcommand's own options, with those of every subcommand: name, help, examples. */
  static CommandSpec complete(String program, Subcommand subcommand, Command command) {
    return complete(program, subcommand, command, command.spec());
  }

  /** As {@link #complete(String, Subcommand, Command)}, with the options that are needed. */
  static CommandSpec complete(
      String program, Subcommand subcommand, Command command, CommandSpec spec) {
    spec.name(program + " " + subcommand.name());
    spec.addOption(
        OptionSpec.builder("-h", "--help").usageHelp(true).description("show this help").build());
    spec.addOption(
        OptionSpec.builder("--debug").description("show the cause of an internal error").build());
    spec.usageMessage()
        .customSynopsis(aligned(spec.usageMessage().customSynopsis()))
        .header(sentence(subcommand.summary()), "")
        .sortOptions(false)
        .abbreviateSynopsis(true)
        .footerHeading("%nExamples:%n")
        .footer(command.examples().stream().map(line -> "  " + line).toArray(String[]::new));
    return spec;
  }

  /** The lines of a synopsis, aligned with the first, which follows a heading. */
  private static String[] aligned(String[] synopsis) {
    for (int i = 1; i < synopsis.length; i++) {
      synopsis[i] = " ".repeat("Usage: ".length()) + synopsis[i].strip();
    }
    return synopsis;
  }

  /** The help of the whole program, from its table: no subcommand is built for it. */
  static String of(Program program, Surroundings here) {
    CommandSpec spec = Parameters.command().name(program.name());
    spec.usageMessage()
        .header(program.purpose(), "")
        .customSynopsis(program.name() + " COMMAND [OPTION]... [ARGUMENT]...")
        .commandListHeading("%nCommands:%n")
        .exitCodeListHeading("%nExit status:%n")
        .exitCodeList(STATUSES)
        .footer("", "Help on a command: " + program.name() + " help COMMAND");
    for (Subcommand subcommand : program.subcommands()) {
      CommandSpec row = Parameters.command();
      row.usageMessage().description(subcommand.summary());
      spec.addSubcommand(subcommand.name(), row);
    }
    return of(spec, here);
  }

  /** The help text of a model. */
  static String of(CommandSpec spec, Surroundings here) {
    boolean coloured = here.terminals().colouredOut(here.environment());
    CommandLine.Help.ColorScheme colours =
        CommandLine.Help.defaultColorScheme(coloured ? Ansi.ON : Ansi.OFF);
    return line(spec).getUsageMessage(colours);
  }

  /** The command line of a model, whose synopses name options as those that we write ourselves. */
  static CommandLine line(CommandSpec spec) {
    return new CommandLine(spec, Parameters.LAZILY)
        .setHelpFactory((commandSpec, colours) ->
            new CommandLine.Help(commandSpec, colours) {
              @Override
              public String abbreviatedSynopsis() {
                return super.abbreviatedSynopsis().replace("[OPTIONS]", "[OPTION]...");
              }
            });
  }

  private static String sentence(String summary) {
    return Character.toUpperCase(summary.charAt(0)) + summary.substring(1) + ".";
  }

  private static Map<String, String> statuses() {
    Map<String, String> statuses = new LinkedHashMap<>();
    for (List<String> row :
        List.of(
            List.of("0", "done"),
            List.of("1", "an operation failed"),
            List.of("2", "wrong usage"),
            List.of("3", "refused: by the policy, by a check, or because a signature is not valid"),
            List.of("4", "not found"),
            List.of("5", "run as the wrong user: root is required, or refused"),
            List.of("6", "only partly in effect: the next bawn-admin command completes the change"),
            List.of("124", "timed out"))) {
      statuses.put(row.getFirst(), row.getLast());
    }
    return statuses;
  }
}
