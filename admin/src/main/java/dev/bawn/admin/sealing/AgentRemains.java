package dev.bawn.admin.sealing;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.contract.layout.AgentNames;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The files of agents whose link is missing or does not lead to their newest policy: the link was
 * lost or replaced, for example by a backup that was restored in part. No other file names the
 * mirrors and keys of such an agent. While a command makes a new policy, its agent looks the same,
 * so callers hold the lock of the policies.
 *
 * @param layout with the directories of agents
 */
public record AgentRemains(SystemLayout layout) {

  /** The directories in which each entry has the name of an agent. */
  private List<Path> parents() {
    return List.of(
        layout.allGenerations(), layout.homes(), layout.allScratch(), layout.identities());
  }

  /** The names of these agents, sorted. */
  public SortedSet<String> lost() throws IOException {
    SortedSet<String> lost = new TreeSet<>();
    for (Path parent : parents()) {
      in(parent).forEach(each -> lost.add(each.getFileName().toString()));
    }
    return lost;
  }

  /**
   * Requires that there are none.
   *
   * @param hint for the refusal
   * @throws Refused otherwise
   */
  public void requireNone(String hint) throws IOException {
    SortedSet<String> lost = lost();
    if (!lost.isEmpty()) {
      throw new Refused(
          "there are files of "
              + Printable.of(lost.getFirst())
              + ", but no link to its newest policy",
          hint);
    }
  }

  /** The entries of a directory that belong to these agents: not, for example, lost+found. */
  public List<Path> in(Path parent) throws IOException {
    List<Path> found = new ArrayList<>();
    for (Path each : Trees.entries(parent, "[a-z]*")) {
      String name = each.getFileName().toString();
      if (isOfAgent(name) && !isLinked(name)) {
        found.add(each);
      }
    }
    return found;
  }

  private boolean isLinked(String name) throws IOException {
    Optional<AgentName> agent = AgentNames.named(name, layout);
    if (agent.isEmpty()) {
      return false;
    }
    Path target = layout.agents().resolve(Files.readSymbolicLink(layout.agent(agent.get())));
    return policy(name).map(target::equals).orElse(true);
  }

  private static boolean isOfAgent(String name) {
    try {
      return AgentName.of(name).text().equals(name);
    } catch (WrongUsage e) {
      return false;
    }
  }

  /** The first directory with the name of this agent; empty if there is none. */
  public Optional<Path> of(AgentName agent) {
    return parents().stream()
        .map(parent -> parent.resolve(agent.text()))
        .filter(each -> Files.exists(each, LinkOption.NOFOLLOW_LINKS))
        .findFirst();
  }

  /** The newest policy directory of an agent; empty if there is none. */
  public Optional<Path> policy(String agent) throws IOException {
    List<Path> numbered =
        new ArrayList<>(Trees.entries(layout.allGenerations().resolve(agent), "[0-9]*"));
    numbered.removeIf(each -> !each.getFileName().toString().matches("[0-9]{1,18}"));
    return numbered.stream()
        .max(Comparator.comparingLong(each -> Long.parseLong(each.getFileName().toString())));
  }
}
