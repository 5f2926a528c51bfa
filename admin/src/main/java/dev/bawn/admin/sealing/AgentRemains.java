package dev.bawn.admin.sealing;

import dev.bawn.contract.agent.AgentName;
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
 * The files of agents that have no link to a policy, so that they do not exist for any command: the
 * link was lost, for example by a backup that was restored in part. No other file names the mirrors
 * and keys of such an agent.
 *
 * @param layout with the directories of agents
 */
public record AgentRemains(SystemLayout layout) {

  /** A part of the name of a home that its agent left: see {@code delete --keep-home}. */
  public static final String KEPT = ".kept-";

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

  /** The entries of a directory that belong to these agents: not, for example, lost+found. */
  public List<Path> in(Path parent) throws IOException {
    List<Path> found = new ArrayList<>(Trees.entries(parent, "[a-z]*"));
    found.removeIf(each -> {
      String name = each.getFileName().toString();
      return name.contains(KEPT) || !isOfAgent(name) || AgentNames.named(name, layout).isPresent();
    });
    return found;
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
