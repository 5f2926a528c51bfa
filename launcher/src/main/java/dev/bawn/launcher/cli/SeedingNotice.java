package dev.bawn.launcher.cli;

import dev.bawn.contract.failure.Printable;
import dev.bawn.launcher.seed.Omission;
import dev.bawn.launcher.seed.Seed;
import dev.bawn.launcher.seed.SeedCopy;
import dev.bawn.launcher.seed.Seeding;
import java.util.ArrayList;
import java.util.List;

/** The lines about files of the user that were copied into the home of a session. */
final class SeedingNotice {

  private SeedingNotice() {}

  /**
   * A line for each file of a login, one for all other files, and one for files that were not
   * copied.
   */
  static List<String> lines(Seeding seeding, SeedCopy.Outcome outcome) {
    List<String> lines = new ArrayList<>();
    List<String> settings = new ArrayList<>();
    for (Seed seed : outcome.copied()) {
      if (seed.kind() == Seed.Kind.LOGIN) {
        lines.add("bawn: your login was copied into the session's home: " + shown(seed));
      } else {
        settings.add(shown(seed));
      }
    }
    if (!settings.isEmpty()) {
      String more = settings.size() == 1 ? "" : " and " + (settings.size() - 1) + " more";
      lines.add("bawn: copied into the session's home: " + settings.getFirst() + more);
    }
    for (Omission omission : seeding.omitted()) {
      if (omission.kind() == Seed.Kind.LOGIN) {
        lines.add("bawn: warning: no login was copied: " + omission.sentence());
      } else if (omission.isPlanted()) {
        lines.add("bawn: warning: not copied: " + omission.sentence());
      }
    }
    outcome
        .failed()
        .forEach(omission -> lines.add("bawn: warning: not copied: " + omission.sentence()));
    return lines;
  }

  private static String shown(Seed seed) {
    return Printable.of(seed.shown());
  }
}
