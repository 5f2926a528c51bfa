package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Question;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.config.ProjectFile;
import dev.bawn.launcher.config.ProjectFile.Trust;
import dev.bawn.launcher.config.Setting;
import dev.bawn.launcher.config.Settings;
import dev.bawn.launcher.config.TrustedFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a project's {@code .bawn.toml} would have, and whether somebody lets it. */
final class ProposedSettings {

  /** Whether there may be a question at all. */
  enum Manner {
    /** A person at a terminal is asked. */
    ASKED,
    /** It is said that the file does not count, and nothing else. */
    TOLD
  }

  private ProposedSettings() {}

  /**
   * What would change, a line each.
   *
   * @throws Refused if the file says something impossible
   */
  static List<String> lines(Settings settings) {
    List<String> lines = new ArrayList<>();
    for (Map.Entry<Setting, List<String>> each : settings.project().values().entrySet()) {
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
   * Asks about a file that does not count, once for each content of it; or says that it does not.
   *
   * @param top of the project
   * @return whether it counts from now on
   */
  static boolean settle(Settings settings, Path top, Manner manner, Surroundings here) {
    ProjectFile file = settings.project();
    boolean isNew = file.trust() == Trust.UNKNOWN || file.trust() == Trust.CHANGED;
    if (!isNew || manner == Manner.TOLD || !here.terminals().canAsk() || !isSound(settings)) {
      Notice.of(file, here.directory()).ifPresent(here.err()::println);
      return false;
    }
    here.err()
        .println("the project has a .bawn.toml that you have not looked at yet; it would set:");
    lines(settings).forEach(line -> here.err().println("  " + line));
    TrustedFiles trusted = TrustedFiles.in(here.environment());
    if (Question.yes("let it count, until it is changed?", here)) {
      trusted.trust(top, file);
      return true;
    }
    trusted.decline(top, file);
    Notice.of(file, here.directory()).ifPresent(here.err()::println);
    return false;
  }

  /** One that nobody trusts must not keep a session from its start, whatever it says. */
  private static boolean isSound(Settings settings) {
    try {
      return !settings.project().values().isEmpty();
    } catch (Refused e) {
      return false;
    }
  }
}
