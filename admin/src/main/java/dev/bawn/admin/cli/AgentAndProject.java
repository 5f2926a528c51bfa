package dev.bawn.admin.cli;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.layout.AgentNames;
import java.nio.file.Files;
import java.util.List;

/**
 * An agent and a project argument, which the user may type in either order.
 *
 * @param agent the agent
 * @param project the ID of a project, or a path
 */
record AgentAndProject(AgentName agent, String project) {

  /**
   * Parses two arguments. The first one is the project if only the second is an agent, or if
   * neither is an agent and the first is the ID of a project.
   *
   * @throws dev.bawn.contract.failure.WrongUsage if neither can be the name of an agent
   */
  static AgentAndProject of(List<String> words, Surroundings here) {
    String first = words.get(0);
    String second = words.get(1);
    boolean isSwapped =
        AgentNames.named(first, here.layout()).isEmpty()
            && (AgentNames.named(second, here.layout()).isPresent() || isProject(first, here));
    return isSwapped
        ? new AgentAndProject(AgentName.of(second), first)
        : new AgentAndProject(AgentName.of(first), second);
  }

  private static boolean isProject(String word, Surroundings here) {
    return word.indexOf('/') >= 0 || Files.isDirectory(here.layout().mirrors().resolve(word));
  }
}
