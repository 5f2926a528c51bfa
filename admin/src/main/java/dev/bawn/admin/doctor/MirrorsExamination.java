package dev.bawn.admin.doctor;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.ProjectId;
import dev.bawn.contract.doctor.Ailment;
import dev.bawn.contract.doctor.Diagnosis;
import dev.bawn.contract.doctor.Examination;
import dev.bawn.contract.layout.Layout;
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
 * Mirrors that are assigned and not there, or that are not brought up to date any more. The watcher
 * of mirrors makes none anew: it would need the right to give away files.
 */
public final class MirrorsExamination implements Examination {

  private final Layout layout;
  private final List<Manifest> manifests;

  /**
   * @param layout where mirrors lie
   * @param manifests of all agents
   */
  public MirrorsExamination(Layout layout, List<Manifest> manifests) {
    this.layout = layout;
    this.manifests = List.copyOf(manifests);
  }

  @Override
  public String subject() {
    return "mirrors of projects";
  }

  @Override
  public Set<Ailment> looksFor() {
    return Set.of(Ailment.MIRROR_MISSING, Ailment.PROJECT_ANOTHERS, Ailment.REPOSITORY_NOT_SIGNED);
  }

  @Override
  public List<Diagnosis> look() {
    List<Diagnosis> found = new ArrayList<>();
    Set<ProjectId> seen = new HashSet<>();
    for (Manifest manifest : manifests) {
      for (Assignment assignment : manifest.assignments()) {
        look(manifest.agent(), assignment).ifPresent(found::add);
        if (seen.add(assignment.mirror()) && !isThere(assignment)) {
          found.add(
              Diagnosis.of(
                  Ailment.MIRROR_MISSING,
                  "the mirror of " + assignment.source() + " is not there",
                  "sudo bawn-admin sync " + manifest.agent() + " " + assignment.id()));
        }
      }
    }
    return found;
  }

  /** What keeps an agent's assignment from being brought up to date. */
  private Optional<Diagnosis> look(AgentName agent, Assignment assignment) {
    if (isAnothers(assignment)) {
      return Optional.of(
          Diagnosis.of(
              Ailment.PROJECT_ANOTHERS,
              assignment.source() + " belongs to another user than when it was assigned",
              "sudo bawn-admin unassign " + agent + " " + assignment.id()));
    }
    return assignment.repository().isPresent()
        ? Optional.empty()
        : Optional.of(
            Diagnosis.of(
                Ailment.REPOSITORY_NOT_SIGNED,
                "an earlier version assigned " + assignment.source() + ", without its repository",
                "sudo bawn-admin reseal " + agent));
  }

  private boolean isAnothers(Assignment assignment) {
    try {
      Path project = layout.at(assignment.source().text().substring(1));
      Object uid = Files.getAttribute(project, "unix:uid", LinkOption.NOFOLLOW_LINKS);
      return !uid.equals(assignment.owner().number());
    } catch (IOException e) {
      // a project that is gone keeps its mirror
      return false;
    }
  }

  private boolean isThere(Assignment assignment) {
    return Files.isDirectory(layout.mirror(assignment.mirror()), LinkOption.NOFOLLOW_LINKS);
  }
}
