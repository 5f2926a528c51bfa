package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.WrongUsage;
import picocli.CommandLine.Model.CommandSpec;

/** The options of a dry run: whether to print the plan only, and in which form. */
enum DryRun {
  NO,
  TEXT,
  JSON;

  /**
   * Adds the options.
   *
   * @param what the effect, for the help
   */
  static void addTo(CommandSpec spec, String what) {
    spec.addOption(Parameters.flag("--dry-run", what))
        .addOption(Parameters.flag("--json", "with --dry-run: print the plan as JSON"));
  }

  /**
   * The dry run that the options choose.
   *
   * @throws WrongUsage if they contradict each other
   */
  static DryRun of(Typed typed) {
    if (!typed.has("--json")) {
      return typed.has("--dry-run") ? TEXT : NO;
    }
    if (!typed.has("--dry-run")) {
      throw new WrongUsage("--json needs --dry-run", "add --dry-run");
    }
    return JSON;
  }
}
