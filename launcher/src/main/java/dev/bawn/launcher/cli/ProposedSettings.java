package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Question;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.Printable;
import dev.bawn.launcher.config.EffectiveSettings;
import dev.bawn.launcher.config.Origin;
import dev.bawn.launcher.config.ProjectFile;
import dev.bawn.launcher.config.ProjectFile.Trust;
import dev.bawn.launcher.config.Setting;
import dev.bawn.launcher.config.TrustedFiles;
import dev.bawn.launcher.config.Value;
import dev.bawn.launcher.facts.LocalSystem;
import dev.bawn.launcher.tool.OneTimeHints;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The question about a project's {@code .bawn.toml} that would permit more. Restrictions of the
 * file apply without a question.
 */
final class ProposedSettings {

  /** The permission to ask the user. */
  enum Manner {
    /** bawn asks the user at a terminal. */
    ASKED,
    /** bawn only prints that the file has no effect, once for each content of it. */
    TOLD,
    /** bawn prints it each time, because it prints a plan and remembers nothing. */
    PLANNED
  }

  /** Settings that are also options, and that have values of different strictness. */
  private static final List<Setting> SCALES =
      List.of(Setting.WORKSPACE, Setting.PROFILE, Setting.NETWORK, Setting.HOME);

  private ProposedSettings() {}

  /** Tells whether bawn may ask; never for a plan that is only printed. */
  static Manner manner(Typed typed) {
    if (typed.has("--dry-run")) {
      return Manner.PLANNED;
    }
    return typed.has("--quiet") ? Manner.TOLD : Manner.ASKED;
  }

  /**
   * The changes that the file would make, one line each.
   *
   * @param values of the project's file
   */
  static List<String> lines(EffectiveSettings settings, Map<Setting, List<String>> values) {
    List<String> lines = new ArrayList<>();
    for (Map.Entry<Setting, List<String>> each : values.entrySet()) {
      Setting setting = each.getKey();
      String now = setting.isList() ? "" : settings.one(setting).orElse("");
      for (String value : each.getValue()) {
        String line = setting.key() + " = " + Printable.whole(value);
        lines.add(now.isEmpty() || now.equals(value) ? line : line + " (now " + now + ")");
      }
    }
    return lines;
  }

  /**
   * The settings for a start, after the question about those of the project.
   *
   * @param top of the project
   */
  static EffectiveSettings settled(
      LocalSystem system, Optional<Path> top, Manner manner, Surroundings here) {
    EffectiveSettings settings = system.settings(top, here);
    return top.isPresent()
            && settings.project().trust() != Trust.TRUSTED
            && settle(settings, top.get(), manner, here)
        ? system.settings(top, here)
        : settings;
  }

  /**
   * Asks about an untrusted file that would permit more, or prints which settings have no effect:
   * both once for each content of it.
   *
   * @param top of the project
   * @return whether the file is trusted from now on
   */
  static boolean settle(EffectiveSettings settings, Path top, Manner manner, Surroundings here) {
    ProjectFile file = settings.project();
    boolean isNew = file.trust() == Trust.UNKNOWN || file.trust() == Trust.CHANGED;
    boolean asks = isNew && !settings.leftOut().isEmpty();
    if (!asks || manner != Manner.ASKED || !here.terminals().canAsk()) {
      Notice.of(settings, here.directory())
          .ifPresent(notice -> tell(notice, OneTimeHints.untrusted(top, file), manner, here));
      return false;
    }
    here.note(
        file.trust() == Trust.CHANGED
            ? Notice.changed(file) + "; it would set:"
            : "the project has a .bawn.toml that you have not trusted yet; it would set:");
    lines(settings, settings.leftOut()).forEach(line -> here.err().println("  " + line));
    TrustedFiles trusted = TrustedFiles.in(here.environment());
    if (Question.yes("trust it until it changes?", here)) {
      trusted.trust(top, file);
      return true;
    }
    trusted.decline(top, file);
    Notice.of(settings, here.directory()).ifPresent(here::note);
    OneTimeHints.in(here.environment()).note(OneTimeHints.untrusted(top, file.declined()));
    return false;
  }

  private static void tell(String notice, String hint, Manner manner, Surroundings here) {
    OneTimeHints told = OneTimeHints.in(here.environment());
    if (manner == Manner.PLANNED || !told.has(hint)) {
      here.note(notice);
    }
    if (manner != Manner.PLANNED) {
      told.note(hint);
    }
  }

  /** Prints which restrictions of the project the options of this start override. */
  static void tellOverridden(Typed typed, EffectiveSettings settings, Surroundings here) {
    for (Setting setting : SCALES) {
      String option = "--" + setting.key();
      Value now = settings.of(setting).getFirst();
      if (typed.has(option)
          && now.origin() == Origin.PROJECT
          && setting.isStricter(now.text(), typed.value(option, ""))) {
        here.note(
            "bawn: warning: "
                + option
                + " overrides the project's .bawn.toml, which has "
                + setting.key()
                + " = "
                + Printable.whole(now.text()));
      }
    }
  }
}
