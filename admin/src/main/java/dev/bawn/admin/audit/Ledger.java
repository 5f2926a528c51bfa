package dev.bawn.admin.audit;

import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The commands in the audit log: each one once, with its result, in the order of their beginnings.
 *
 * @param acts those of them that were asked for
 * @param unreadable how many lines could not be read
 */
public record Ledger(List<Act> acts, int unreadable) {

  public Ledger {
    acts = List.copyOf(acts);
  }

  /**
   * Reads the journal.
   *
   * @param since acts whose last line is older are left out
   */
  public static Ledger read(AuditLog journal, Instant since) throws IOException {
    Map<String, Act> latest = new LinkedHashMap<>();
    int unreadable =
        journal.read(act -> {
          if (!act.time().isBefore(since)) {
            latest.put(act.id(), act);
          }
        });
    return new Ledger(List.copyOf(latest.values()), unreadable);
  }
}
