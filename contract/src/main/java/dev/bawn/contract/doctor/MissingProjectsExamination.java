package dev.bawn.contract.doctor;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.Workspace;
import dev.bawn.contract.layout.SystemLayout;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Finds projects of agents that were moved or deleted. A directory that the caller cannot see may
 * exist.
 *
 * @param layout with the projects
 * @param manifests of the agents
 */
public record MissingProjectsExamination(SystemLayout layout, List<Manifest> manifests)
    implements Examination {

  public MissingProjectsExamination {
    manifests = List.copyOf(manifests);
  }

  /** Tells whether no file is at the path that root assigned. */
  public static boolean isMissing(Assignment assignment, SystemLayout layout) {
    return Files.notExists(
        layout.at(assignment.source().text().substring(1)), LinkOption.NOFOLLOW_LINKS);
  }

  @Override
  public String subject() {
    return "moved projects";
  }

  @Override
  public Set<FindingKind> looksFor() {
    return Set.of(FindingKind.PROJECT_MISSING);
  }

  @Override
  public List<Diagnosis> look() {
    List<Diagnosis> found = new ArrayList<>();
    for (Manifest manifest : manifests) {
      for (Assignment assignment : manifest.assignments()) {
        if (isMissing(assignment, layout)) {
          found.add(
              new Diagnosis(
                  FindingKind.PROJECT_MISSING,
                  assignment.source() + " is missing, a project of " + manifest.agent(),
                  remedy(manifest.agent(), assignment)));
        }
      }
    }
    return found;
  }

  private List<String> remedy(AgentName agent, Assignment assignment) {
    String unassign = "sudo bawn-admin unassign " + agent + " " + assignment.id();
    return assignment.workspace() == Workspace.OVERLAY
        ? List.of(
            "# move it back; or, if it was deleted or is elsewhere now, copy the unmerged changes",
            "# of " + agent + " from " + layout.upper(agent, assignment.id()) + ", then:",
            unassign + " --purge-scratch")
        : List.of("# move it back; or, if it was deleted or is elsewhere now:", unassign);
  }
}
