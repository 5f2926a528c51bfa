package dev.bawn.admin.doctor;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.ProjectId;
import dev.bawn.contract.doctor.Diagnosis;
import dev.bawn.contract.doctor.Examination;
import dev.bawn.contract.doctor.FindingKind;
import dev.bawn.contract.doctor.MissingProjectsExamination;
import dev.bawn.contract.failure.Failure;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds projects that a sync cannot copy. The caller must not hold a lock, because a user can make
 * a listing last long.
 *
 * @param layout with the system's files
 * @param manifests the policies of all agents
 * @param listing tries to list a project
 */
public record ProjectsExamination(SystemLayout layout, List<Manifest> manifests, Listing listing)
    implements Examination {

  /** Lists a project as a sync does. */
  @FunctionalInterface
  public interface Listing {
    /**
     * Lists the project.
     *
     * @throws Failure if a sync cannot list it
     */
    void require(Assignment assignment) throws IOException;
  }

  public ProjectsExamination {
    manifests = List.copyOf(manifests);
  }

  @Override
  public String subject() {
    return "projects of agents";
  }

  @Override
  public Set<FindingKind> looksFor() {
    return Set.of(
        FindingKind.PROJECT_ANOTHERS,
        FindingKind.REPOSITORY_NOT_SIGNED,
        FindingKind.MIRROR_NOT_SYNCED);
  }

  @Override
  public List<Diagnosis> look() throws IOException {
    List<Diagnosis> found = new ArrayList<>();
    Set<ProjectId> listed = new HashSet<>();
    for (Manifest manifest : manifests) {
      for (Assignment assignment : manifest.assignments()) {
        Optional<Diagnosis> outdated = look(manifest.agent(), assignment);
        if (outdated.isEmpty() && listed.add(assignment.mirror())) {
          outdated = list(assignment);
        }
        outdated.ifPresent(found::add);
      }
    }
    return found;
  }

  /** Returns the reason why a sync of this assignment would fail; empty if none is known. */
  private Optional<Diagnosis> look(AgentName agent, Assignment assignment) {
    if (isAnothers(assignment)) {
      return Optional.of(
          Diagnosis.of(
              FindingKind.PROJECT_ANOTHERS,
              assignment.source() + " belongs to another user now",
              "sudo bawn-admin unassign " + agent + " " + assignment.id()));
    }
    return assignment.repository().isPresent()
        ? Optional.empty()
        : Optional.of(
            Diagnosis.of(
                FindingKind.REPOSITORY_NOT_SIGNED,
                "an earlier version assigned " + assignment.source() + ", without its repository",
                "sudo bawn-admin reseal " + agent));
  }

  private Optional<Diagnosis> list(Assignment assignment) throws IOException {
    if (MissingProjectsExamination.isMissing(assignment, layout)) {
      return Optional.empty(); // reported by another examination
    }
    try {
      listing.require(assignment);
      return Optional.empty();
    } catch (Failure e) {
      return Optional.of(
          Diagnosis.of(
              FindingKind.MIRROR_NOT_SYNCED,
              "the mirror of " + assignment.source() + " cannot be synced: " + e.what(),
              "# " + e.hint()));
    }
  }

  private boolean isAnothers(Assignment assignment) {
    try {
      Path project = layout.at(assignment.source().text().substring(1));
      Object uid = Files.getAttribute(project, "unix:uid", LinkOption.NOFOLLOW_LINKS);
      return !uid.equals(assignment.owner().number());
    } catch (IOException e) {
      // a project that does not exist keeps its mirror
      return false;
    }
  }
}
