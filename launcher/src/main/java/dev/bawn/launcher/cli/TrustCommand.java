package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Question;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.config.EffectiveSettings;
import dev.bawn.launcher.config.ProjectFile;
import dev.bawn.launcher.config.ProjectFile.Trust;
import dev.bawn.launcher.config.TrustedFiles;
import dev.bawn.launcher.request.SessionArguments;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code trust [PROJECT]}: permits a project's {@code .bawn.toml} in its present form to grant
 * more. The settings are printed first.
 */
record TrustCommand(Function<Surroundings, CommandContext> context) implements Command {

  @Override
  public CommandSpec spec() {
    return Parameters.command()
        .addPositional(
            Parameters.optional(
                "PROJECT",
                "the project's directory (default: the project of the current directory)"))
        .addOption(SessionArguments.here())
        .addOption(Parameters.flag("--yes", "do not ask"))
        .addOption(Parameters.flag("--withdraw", "forget your earlier decisions about this file"));
  }

  @Override
  public List<String> examples() {
    return List.of("bawn trust", "bawn trust ~/app --yes", "bawn trust --withdraw");
  }

  @Override
  public int run(Typed typed, Surroundings here) {
    Path top = ProjectArgument.of(typed.words(), typed.has(SessionArguments.HERE), here);
    TrustedFiles trusted = TrustedFiles.in(here.environment());
    if (typed.has("--withdraw")) {
      boolean was = trusted.forget(top);
      here.err().println(was ? ".bawn.toml is no longer trusted" : ".bawn.toml is not trusted");
      return 0;
    }
    EffectiveSettings settings = context.apply(here).system().settings(Optional.of(top), here);
    ProjectFile file = settings.project();
    if (file.trust() == Trust.ABSENT) {
      throw new NotFound(
          "there is no .bawn.toml in " + Printable.of(top),
          "give the directory of a project that has one");
    }
    if (file.trust() == Trust.TRUSTED) {
      here.err().println(".bawn.toml is trusted already");
      return 0;
    }
    if (file.trust() == Trust.CHANGED) {
      here.note(Notice.changed(file) + "; it would set:");
    }
    ProposedSettings.lines(settings, file.values()).forEach(here.out()::println);
    if (!typed.has("--yes") && !Question.yes("trust these settings?", here)) {
      throw new Refused(
          "bawn does not trust .bawn.toml", "until you trust it, bawn obeys only its restrictions");
    }
    trusted.trust(top, file);
    here.err().println(".bawn.toml is trusted until it changes");
    return 0;
  }
}
