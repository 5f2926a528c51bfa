package dev.bawn.admin.doctor;

import dev.bawn.admin.change.HeldLock;
import dev.bawn.admin.system.BootUnits;
import dev.bawn.contract.doctor.Diagnosis;
import dev.bawn.contract.doctor.Examination;
import dev.bawn.contract.doctor.FindingKind;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.trust.KernelPolicies;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Checks the systemd units of bawn, on systems with systemd. */
public final class UnitsExamination implements Examination {

  private static final String POLICIES = BootUnits.POLICIES;
  private static final String WATCHER = BootUnits.MIRRORS;

  private final SystemLayout layout;
  private final BootUnits units;

  /**
   * @param layout with the directories of systemd
   */
  public UnitsExamination(SystemLayout layout) {
    this.layout = layout;
    this.units = new BootUnits(layout);
  }

  @Override
  public String subject() {
    return "the units";
  }

  @Override
  public Set<FindingKind> looksFor() {
    return Set.of(
        FindingKind.UNIT_DISABLED, FindingKind.WATCHER_DISABLED, FindingKind.WATCHER_FAILED);
  }

  @Override
  public List<Diagnosis> look() throws IOException {
    List<Diagnosis> found = new ArrayList<>();
    if (!units.systemdRuns()) {
      return found;
    }
    if (new KernelPolicies(layout).hasAppArmor() && !units.isEnabled(POLICIES)) {
      found.add(
          Diagnosis.of(
              FindingKind.UNIT_DISABLED,
              "the unit that loads the policies of agents at boot is not enabled",
              "sudo systemctl enable --now " + POLICIES));
    }
    // without inotifywait the unit cannot start, which another check reports
    if (Files.isExecutable(layout.at("usr/bin/inotifywait"))) {
      watcher(found);
    }
    return found;
  }

  /** Checks the watcher of mirrors: it holds a lock, whether a unit or a user started it. */
  private void watcher(List<Diagnosis> found) throws IOException {
    if (!units.isEnabled(WATCHER)) {
      found.add(
          Diagnosis.of(
              FindingKind.WATCHER_DISABLED,
              "the unit that keeps mirrors current is not enabled, so each launch waits for its"
                  + " mirror",
              "sudo systemctl enable --now " + WATCHER));
    } else if (!HeldLock.isHeld(layout.liveLock())) {
      found.add(
          new Diagnosis(
              FindingKind.WATCHER_FAILED,
              "nothing keeps mirrors current: "
                  + WATCHER
                  + " has failed or was stopped, so each launch waits for its mirror",
              List.of(
                  "# why it ended: journalctl --unit " + WATCHER + " --lines 20",
                  "sudo systemctl restart " + WATCHER)));
    }
  }
}
