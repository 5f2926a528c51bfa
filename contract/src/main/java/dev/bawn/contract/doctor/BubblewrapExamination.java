package dev.bawn.contract.doctor;

import dev.bawn.contract.layout.RootOwned;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.trust.Installation;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Examines the program that builds the sandbox. */
public final class BubblewrapExamination implements Examination {

  private final Installation installation;
  private final RootOwned rootOwned;
  private final PackageLines packages;

  /**
   * @param installation with the bubblewrap to examine
   * @param rootOwned decides whether it belongs to root
   * @param layout names the distribution
   */
  public BubblewrapExamination(
      Installation installation, RootOwned rootOwned, SystemLayout layout) {
    this.installation = installation;
    this.rootOwned = rootOwned;
    this.packages = PackageLines.on(layout);
  }

  @Override
  public String subject() {
    return "bubblewrap";
  }

  @Override
  public Set<FindingKind> looksFor() {
    return Set.of(
        FindingKind.BUBBLEWRAP_MISSING,
        FindingKind.BUBBLEWRAP_SETUID,
        FindingKind.BUBBLEWRAP_OPEN,
        FindingKind.BUBBLEWRAP_OLD);
  }

  @Override
  public List<Diagnosis> look() throws IOException {
    String program = installation.bubblewrap().toString();
    if (!Files.exists(installation.bubblewrap())) {
      return List.of(
          Diagnosis.of(
              FindingKind.BUBBLEWRAP_MISSING,
              "bubblewrap is not installed, so no session can start",
              packages.install("bubblewrap")));
    }
    List<Diagnosis> found = new ArrayList<>();
    if (installation.bubblewrapIsPrivileged()) {
      found.add(
          Diagnosis.of(
              FindingKind.BUBBLEWRAP_SETUID,
              program + " is setuid, which gives every user of this machine a privileged program",
              "sudo chmod 0755 " + program));
    }
    found.addAll(open());
    if (!installation.bubblewrapIsNewEnough()) {
      found.add(
          Diagnosis.of(
              FindingKind.BUBBLEWRAP_OLD,
              "this bubblewrap is older than 0.8 and does not know --disable-userns",
              packages.install("bubblewrap")));
    }
    return found;
  }

  private List<Diagnosis> open() {
    return rootOwned
        .problem(installation.bubblewrap())
        .map(problem ->
            new Diagnosis(
                FindingKind.BUBBLEWRAP_OPEN,
                "other users could change bubblewrap: " + problem.sentence(),
                RepairCommands.of(problem, packages.install("bubblewrap"))))
        .stream()
        .toList();
  }
}
