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
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds missing mirrors and missing writable directories. The watcher of mirrors creates none: it
 * would need the right to change owners of files.
 *
 * @param layout with the mirrors
 * @param manifests the policies of all agents
 */
public record MirrorsExamination(SystemLayout layout, List<Manifest> manifests)
    implements Examination {

  public MirrorsExamination {
    manifests = List.copyOf(manifests);
  }

  @Override
  public String subject() {
    return "mirrors and writable directories";
  }

  @Override
  public Set<FindingKind> looksFor() {
    return Set.of(FindingKind.MIRROR_MISSING, FindingKind.PLACE_MISSING);
  }

  @Override
  public List<Diagnosis> look() {
    List<Diagnosis> found = new ArrayList<>();
    Set<ProjectId> seen = new HashSet<>();
    for (Manifest manifest : manifests) {
      missing(manifest, found);
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

  /**
   * Finds missing directories: no session of an agent starts without its home directory and scratch
   * directory.
   */
  private void missing(Manifest manifest, List<Diagnosis> found) {
    List<Path> places = new ArrayList<>();
    // a missing parent directory is reported by another check
    if (isThere(layout.homes())) {
      places.add(layout.home(manifest.agent()));
    }
    if (isThere(layout.scratch(manifest.agent()).getParent())) {
      manifest
          .assignments()
          .forEach(each -> places.add(layout.scratch(manifest.agent(), each.id())));
    }
    for (Path place : places) {
      if (!isThere(place)) {
        found.add(
            Diagnosis.of(
                FindingKind.PLACE_MISSING,
                place + " of " + manifest.agent() + " is missing",
                "sudo bawn-admin reseal " + manifest.agent()));
      }
    }
  }

  private boolean isThere(Assignment assignment) {
    return isThere(layout.mirror(assignment.mirror()));
  }

  private static boolean isThere(Path directory) {
    return Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS);
  }
}
