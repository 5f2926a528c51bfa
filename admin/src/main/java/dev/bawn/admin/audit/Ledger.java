package dev.bawn.admin.audit;

import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The commands in the audit log: each once, with its result, in the order in which they began.
 *
 * @param acts the commands in the requested period
 * @param unreadable the number of lines that are not valid
 */
public record Ledger(List<Act> acts, int unreadable) {

  public Ledger {
    acts = List.copyOf(acts);
  }

  /**
   * Reads the journal.
   *
   * @param since commands whose last line is older are left out
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
