package dev.bawn.admin.agent;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.ProjectPath;
import dev.bawn.contract.agent.Repository;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.agent.Workspace;
import java.util.List;
import java.util.Optional;

/**
 * The request of {@code assign}. A process of the owner has read the project already.
 *
 * @param agent the agent that gets the project
 * @param source the path of the project
 * @param owner the owner of the project
 * @param repository the repository whose ignore rules apply
 * @param role a label for users
 * @param workspace how the agent sees the project
 * @param masks patterns that are masked besides the usual ones
 * @param shown names that the mirror contains although git ignores them
 * @param instructions the bytes of a file for the agent, read with the rights of the caller
 */
public record NewAssignment(
    AgentName agent,
    ProjectPath source,
    Uid owner,
    Repository repository,
    String role,
    Workspace workspace,
    List<String> masks,
    List<String> shown,
    Optional<byte[]> instructions) {

  public NewAssignment {
    masks = List.copyOf(masks);
    shown = List.copyOf(shown);
  }
}
