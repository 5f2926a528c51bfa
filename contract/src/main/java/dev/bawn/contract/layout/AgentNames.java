package dev.bawn.contract.layout;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.failure.WrongUsage;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The names of all agents. They are not secret. */
public final class AgentNames {

  private AgentNames() {}

  /**
   * All names, sorted.
   *
   * @throws IOException if no agent was ever created on this machine
   */
  public static List<AgentName> all(SystemLayout layout) throws IOException {
    List<AgentName> names = new ArrayList<>();
    try (DirectoryStream<Path> links = Files.newDirectoryStream(layout.agents())) {
      for (Path link : links) {
        named(link.getFileName().toString(), layout).ifPresent(names::add);
      }
    }
    names.sort(null);
    return names;
  }

  /**
   * The agent of this name; empty if there is none, or the name is not valid. A link that is being
   * made has a name that no agent can have.
   */
  public static Optional<AgentName> named(String text, SystemLayout layout) {
    try {
      return Optional.of(AgentName.of(text))
          .filter(name -> Files.isSymbolicLink(layout.agent(name)));
    } catch (WrongUsage e) {
      return Optional.empty();
    }
  }
}
