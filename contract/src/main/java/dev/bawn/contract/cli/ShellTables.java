package dev.bawn.contract.cli;

import java.util.List;

/** The tables for bash and zsh: the label of each argument, and the options of each command. */
final class ShellTables {

  private ShellTables() {}

  /** Sets {@code kind} to the label at {@code "$1 $2"}: a subcommand, and an option or a number. */
  static String kinds(String program, List<Completable> all) {
    StringBuilder text = new StringBuilder("_" + program + "_kind() {\n  case \"$1 $2\" in\n");
    for (Completable each : all) {
      for (Completable.Option option : each.options()) {
        if (!option.label().isEmpty()) {
          arm(text, Completable.quoted(each.name() + " " + option.name()), option.label());
        }
      }
      for (int at = 0; at < each.words().size(); at++) {
        boolean last = each.repeats() && at == each.words().size() - 1;
        String place = last ? "'" + each.name() + " '*" : "'" + each.name() + " " + (at + 1) + "'";
        arm(text, place, each.words().get(at));
      }
    }
    return text.append("    *) kind= ;;\n  esac\n}\n").toString();
  }

  private static void arm(StringBuilder text, String place, String label) {
    text.append("    ").append(place).append(") kind=");
    text.append(Completable.quoted(label)).append(" ;;\n");
  }

  /** Sets {@code offered} to the options of the subcommand {@code $1}. */
  static String options(String program, List<Completable> all) {
    StringBuilder text = new StringBuilder("_" + program + "_options() {\n  case $1 in\n");
    for (Completable each : all) {
      List<String> names = each.options().stream().map(Completable.Option::name).toList();
      text.append("    ").append(each.name()).append(") offered=(");
      text.append(String.join(" ", names)).append(") ;;\n");
    }
    return text.append("    *) offered=() ;;\n  esac\n}\n").toString();
  }
}
