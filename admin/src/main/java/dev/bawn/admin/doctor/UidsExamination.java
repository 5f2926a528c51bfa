package dev.bawn.admin.doctor;

import dev.bawn.admin.account.Accounts;
import dev.bawn.admin.account.SubordinateIds;
import dev.bawn.admin.account.UidUse;
import dev.bawn.admin.sealing.AdminSettings;
import dev.bawn.admin.sealing.UidRange;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.doctor.Diagnosis;
import dev.bawn.contract.doctor.Examination;
import dev.bawn.contract.doctor.FindingKind;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Checks whether the range of uids for new agents is used by other accounts. Numbers in use are
 * skipped, but a user who is created later may get an agent's number.
 *
 * @param layout with the files of accounts
 * @param next the number after the last allocated one; empty if none was allocated
 * @param use looks up numbers that no file contains
 */
public record UidsExamination(SystemLayout layout, Optional<Uid> next, UidUse use)
    implements Examination {

  /** The number of IDs that are looked up: a directory service need not list its users. */
  private static final int SAMPLES = 60;

  /** The number of uses that a message names. */
  private static final int MOST_NAMED = 5;

  private static final int UID = 2;
  private static final int COMMENT = 4;

  /**
   * From "Users, Groups, UIDs and GIDs on systemd Systems": ranges beside those of systemd and of
   * subuid(5) and, last, blocks above the IDs of containers.
   */
  private static final List<UidRange> PROPOSALS =
      List.of(
          UidRange.DEFAULT,
          UidRange.of("80000-99999"),
          UidRange.of("90000-99999"),
          UidRange.of("66000-69999"),
          UidRange.of("1879100000-1879199999"),
          UidRange.of("1979100000-1979199999"));

  @Override
  public String subject() {
    return "the uids of agents";
  }

  @Override
  public Set<FindingKind> looksFor() {
    return Set.of(FindingKind.UIDS_SHARED);
  }

  @Override
  public List<Diagnosis> look() throws IOException {
    AccountLines lines = AccountLines.read(layout);
    UidRange range = AdminSettings.read(layout).range();
    Set<String> uses = uses(range, lines);
    if (uses.isEmpty()) {
      return List.of();
    }
    String more = uses.size() > MOST_NAMED ? ", and " + (uses.size() - MOST_NAMED) + " more" : "";
    return List.of(
        Diagnosis.of(
            FindingKind.UIDS_SHARED,
            "user IDs in the range for agents, "
                + range
                + ", are used: "
                + String.join(", ", uses.stream().limit(MOST_NAMED).toList())
                + more,
            "sudo bawn-admin init --agent-uids " + proposal(lines)));
  }

  private String proposal(AccountLines lines) throws IOException {
    for (UidRange each : PROPOSALS) {
      boolean isAhead = next.isEmpty() || next.get().compareTo(each.last()) < 0;
      if (isAhead && uses(each, lines).isEmpty()) {
        return each.toString();
      }
    }
    return "FIRST-LAST";
  }

  private Set<String> uses(UidRange wanted, AccountLines lines) throws IOException {
    Set<String> uses = new TreeSet<>();
    Set<String> agents = new HashSet<>();
    lines.passwd().stream()
        .filter(line -> line[COMMENT].equals(Accounts.COMMENT))
        .forEach(line -> agents.add(line[0]));
    listed("user ", lines.passwd(), wanted, agents, uses);
    listed("group ", lines.group(), wanted, agents, uses);
    for (SubordinateIds.Range each : SubordinateIds.read(layout).ranges()) {
      if (wanted.overlaps(each.first(), each.last())) {
        uses.add(each.file() + " for " + Printable.of(each.user()));
      }
    }
    int step = Math.max(1, (wanted.last().number() - wanted.first().number()) / SAMPLES);
    for (long i = wanted.first().number(); i <= wanted.last().number(); i += step) {
      Uid uid = new Uid((int) i);
      use.account(uid)
          .filter(name -> !agents.contains(name.substring(name.indexOf(' ') + 1)))
          .ifPresent(name -> uses.add(name + " (" + uid + ")"));
    }
    return uses;
  }

  private static void listed(
      String kind, List<String[]> lines, UidRange wanted, Set<String> agents, Set<String> uses) {
    List<String[]> others = new ArrayList<>(lines);
    others.removeIf(line -> agents.contains(line[0]) || !line[UID].matches("[0-9]{1,9}"));
    others.stream()
        .filter(line -> wanted.contains(new Uid(Integer.parseInt(line[UID]))))
        .forEach(line -> uses.add(kind + Printable.of(line[0]) + " (" + line[UID] + ")"));
  }
}
