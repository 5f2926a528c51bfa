package dev.bawn.launcher.doctor;

import dev.bawn.contract.doctor.BootLoader;
import dev.bawn.contract.doctor.Diagnosis;
import dev.bawn.contract.doctor.Examination;
import dev.bawn.contract.doctor.FindingKind;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Builds a small sandbox: no setting of the kernel shows the seccomp filter of a container. */
public final class SandboxExamination implements Examination {

  private static final String ARGUMENTS = "--unshare-all --bind / / --proc /proc true";

  private final Path bubblewrap;
  private final SystemLayout layout;

  /**
   * @param bubblewrap the program bwrap; another examination reports a missing one
   * @param layout shows whether this system is a container
   */
  public SandboxExamination(Path bubblewrap, SystemLayout layout) {
    this.bubblewrap = bubblewrap;
    this.layout = layout;
  }

  @Override
  public String subject() {
    return "the sandbox";
  }

  @Override
  public Set<FindingKind> looksFor() {
    return Set.of(FindingKind.BUBBLEWRAP_REFUSED);
  }

  @Override
  public List<Diagnosis> look() {
    if (!isRefused()) {
      return List.of();
    }
    List<String> hint =
        BootLoader.find(layout) == BootLoader.CONTAINER
            ? List.of(
                "# this is a container: allow it on its host, for example",
                "# docker run --security-opt seccomp=unconfined --security-opt apparmor=unconfined"
                    + " --security-opt systempaths=unconfined")
            : List.of(
                "# to see the reason: " + bubblewrap + " " + ARGUMENTS,
                "# a seccomp filter, a chroot or a security module can be the reason");
    return List.of(
        new Diagnosis(
            FindingKind.BUBBLEWRAP_REFUSED,
            "the kernel refuses bubblewrap a user namespace or a mount, so no session can start",
            hint));
  }

  private boolean isRefused() {
    List<String> words = new ArrayList<>(List.of(bubblewrap.toString()));
    words.addAll(List.of(ARGUMENTS.split(" ")));
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
}
