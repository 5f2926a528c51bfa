package dev.bawn.contract.doctor;

import dev.bawn.contract.failure.Failed;
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

  private static final String TRIED = " --unshare-all --bind / / --proc /proc true";

  private final Installation installation;
  private final RootOwned rootOwned;
  private final PackageLines packages;
  private final boolean isContainer;

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
    this.isContainer = BootLoader.find(layout) == BootLoader.CONTAINER;
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
        FindingKind.BUBBLEWRAP_OLD,
        FindingKind.BUBBLEWRAP_REFUSED);
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
    // as root, run no file that others can change
    if (found.isEmpty() && isRefused()) {
      found.add(
          new Diagnosis(
              FindingKind.BUBBLEWRAP_REFUSED,
              "the kernel refuses bubblewrap a user namespace or a mount, so no session can start",
              isContainer
                  ? List.of(
                      "# this is a container: allow it on its host, for example",
                      "# docker run --security-opt seccomp=unconfined --security-opt apparmor=unconfined"
                          + " --security-opt systempaths=unconfined")
                  : List.of(
                      "# to see the reason: " + program + TRIED,
                      "# a seccomp filter, a chroot or a security module can be the reason")));
    }
    if (!installation.bubblewrapIsNewEnough()) {
      found.add(
          Diagnosis.of(
              FindingKind.BUBBLEWRAP_OLD,
              "this bubblewrap is older than 0.8 and does not know --disable-userns",
              packages.install("bubblewrap")));
    }
    return found;
  }

  /** Tries it: a container's seccomp filter is in no setting of the kernel. */
  private boolean isRefused() {
    List<String> words = new ArrayList<>(List.of(installation.bubblewrap().toString()));
    words.addAll(List.of(TRIED.strip().split(" ")));
    try {
      return new ProcessBuilder(words)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          != 0;
    } catch (InterruptedException e) {
      throw Failed.interrupted(e);
    } catch (IOException e) {
      return false;
    }
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
