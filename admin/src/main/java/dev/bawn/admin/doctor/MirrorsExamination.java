package dev.bawn.admin.doctor;

import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.ProjectId;
import dev.bawn.contract.doctor.Diagnosis;
import dev.bawn.contract.doctor.Examination;
import dev.bawn.contract.doctor.FindingKind;
import dev.bawn.contract.layout.SystemLayout;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Mirrors that are assigned and not there. The watcher of mirrors makes none anew: it would need
 * the right to give away files.
 */
public final class MirrorsExamination implements Examination {

  private final SystemLayout layout;
  private final List<Manifest> manifests;

  /**
   * @param layout where mirrors lie
   * @param manifests of all agents
   */
  public MirrorsExamination(SystemLayout layout, List<Manifest> manifests) {
    this.layout = layout;
    this.manifests = List.copyOf(manifests);
  }

  @Override
  public String subject() {
    return "mirrors of projects";
  }

  @Override
  public Set<FindingKind> looksFor() {
    return Set.of(FindingKind.MIRROR_MISSING);
  }

  @Override
  public List<Diagnosis> look() {
    List<Diagnosis> found = new ArrayList<>();
    Set<ProjectId> seen = new HashSet<>();
    for (Manifest manifest : manifests) {
      for (Assignment assignment : manifest.assignments()) {
        if (seen.add(assignment.mirror()) && !isThere(assignment)) {
          found.add(
              Diagnosis.of(
                  FindingKind.MIRROR_MISSING,
                  "the mirror of " + assignment.source() + " is missing",
                  "sudo bawn-admin sync " + manifest.agent() + " " + assignment.id()));
        }
      }
    }
    return found;
  }

  private boolean isThere(Assignment assignment) {
    return Files.isDirectory(layout.mirror(assignment.mirror()), LinkOption.NOFOLLOW_LINKS);
  }
}
