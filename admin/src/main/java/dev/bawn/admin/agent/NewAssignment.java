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
 * @param agent who works on it
 * @param source where it lies
 * @param owner whose it is
 * @param repository whose ignore rules hold there
 * @param role a word for people
 * @param workspace what the agent has in its place
 * @param masks patterns that are left out beside the usual ones
 * @param shown names that the mirror has beyond what git does not ignore
 * @param instructions the bytes of a file for the agent, read with the caller's eyes
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
