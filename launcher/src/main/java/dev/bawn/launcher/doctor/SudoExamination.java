package dev.bawn.launcher.doctor;

import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.doctor.Diagnosis;
import dev.bawn.contract.doctor.Examination;
import dev.bawn.contract.doctor.FindingKind;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.trust.Installation;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Examines whether sudo permits the caller to start the agents that root gave them. It calls sudo
 * without starting a session.
 *
 * @param installation with sudo and the entry point
 * @param manifests of the caller's agents
 */
public record SudoExamination(Installation installation, List<Manifest> manifests)
    implements Examination {

  public SudoExamination {
    manifests = List.copyOf(manifests);
  }

  @Override
  public String subject() {
    return "what sudo lets you do";
  }

  @Override
  public Set<FindingKind> looksFor() {
    return Set.of(FindingKind.SUDO_REFUSES);
  }

  @Override
  public List<Diagnosis> look() throws IOException {
    List<Diagnosis> found = new ArrayList<>();
    // another examination reports a missing sudo
    if (!Files.isExecutable(installation.sudo())) {
      return found;
    }
    for (Manifest manifest : manifests) {
      for (Assignment assignment : manifest.assignments()) {
        if (!permits(manifest, assignment)) {
          found.add(
              Diagnosis.of(
                  FindingKind.SUDO_REFUSES,
                  "sudo does not let you start " + manifest.agent() + " on " + assignment.id(),
                  "# ask root: sudo bawn-admin doctor"));
        }
      }
    }
    return found;
  }

  private boolean permits(Manifest manifest, Assignment assignment) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
                installation.sudo().toString(),
                "-n",
                "-l",
                "-u",
                manifest.agent().text(),
                installation.enter().toString(),
                assignment.id().text(),
                manifest.serial().toString(),
                "true")
            .redirectInput(new File("/dev/null"))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    try {
      return builder.start().waitFor() == 0;
    } catch (InterruptedException e) {
      throw Failed.interrupted(e);
    }
  }
}
