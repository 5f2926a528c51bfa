package dev.bawn.launcher.cli;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.ProjectId;
import dev.bawn.contract.cli.ShellQuoting;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.BrokenLink;
import dev.bawn.contract.failure.NearestMatch;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.launcher.trust.YourAgents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The agent and the project that a command line names, in either order. Without an agent or a
 * project, the working directory of the caller decides.
 *
 * @param agent the agent
 * @param project as it was typed, if it was
 * @param directory the caller's working directory
 */
record AgentChoice(AgentName agent, Optional<String> project, Path directory) {

  /**
   * Finds the agent and the project among the arguments.
   *
   * @return empty if the arguments mean an unprivileged session
   * @throws NotFound if they name an agent that does not exist
   * @throws WrongUsage if more than one agent fits
   */
  static Optional<AgentChoice> from(List<String> words, YourAgents agents, Path directory) {
    Optional<AgentChoice> named = named(words, agents, directory, "bawn launch");
    if (named.isPresent()) {
      return named;
    }
    Optional<String> project = words.stream().findFirst();
    if (!agents.areThere()) {
      return Optional.empty();
    }
    Optional<AgentName> one = theOne(agents, project, directory);
    return one.map(agent -> new AgentChoice(agent, project, directory));
  }

  /**
   * The caller's agents that work on the project that the arguments name. It ignores a damaged
   * agent: an unprivileged session also starts beside that.
   */
  static List<AgentName> working(List<String> words, YourAgents agents, Path directory) {
    return agents.areThere()
        ? fitting(agents.intact(), words.stream().findFirst(), directory)
        : List.of();
  }

  /**
   * The agent that one of the arguments names.
   *
   * @param command the command before these arguments, for the hint
   * @throws NotFound if there are more arguments, and none of them is an agent
   */
  static Optional<AgentChoice> named(
      List<String> words, YourAgents agents, Path directory, String command) {
    for (String word : words) {
      Optional<AgentName> agent = agents.named(word);
      if (agent.isPresent()) {
        return Optional.of(new AgentChoice(agent.get(), other(words, word), directory));
      }
    }
    if (words.size() > 1) {
      requireDirectories(words, directory);
      if (words.stream().allMatch(AgentChoice::isPath)) {
        throw new WrongUsage(
            "unexpected argument: " + Printable.of(words.get(1)), "name only one project");
      }
      String meant = isPath(words.getFirst()) ? words.get(1) : words.getFirst();
      AgentName missing = AgentName.of(meant);
      if (assigned(meant, agents).isPresent()) {
        throw new NotFound(
            "there is no agent '" + missing + "', but a project of that name",
            "name the agent of the project, too; list yours: bawn agents");
      }
      throw new NotFound(
          "there is no agent '" + missing + "'",
          NearestMatch.to(meant, agents.areThere() ? agents.words() : List.of())
              .map(near -> "did you mean " + near + "? list yours: bawn agents")
              .orElse(
                  "list yours: bawn agents; to run a command instead: "
                      + command
                      + " "
                      + (isPath(words.getFirst())
                          ? ShellQuoting.join(List.of(words.getFirst(), "--", meant))
                          : "-- COMMAND")));
    }
    return Optional.empty();
  }

  /** Refuses a path that does not exist; often it has a space and no quotes. */
  private static void requireDirectories(List<String> words, Path directory) {
    String joined = String.join(" ", words);
    boolean isQuotable = Files.isDirectory(directory.resolve(joined));
    for (String word : words) {
      if (!exists(directory, word) && (isQuotable || word.contains("/") || word.startsWith("~"))) {
        throw new NotFound(
            "there is no directory '" + Printable.of(directory.resolve(word)) + "'",
            isQuotable
                ? "quote the path: " + ShellQuoting.join(List.of(joined))
                : "give an existing directory, or put -- before a command");
      }
    }
  }

  /**
   * Refuses an argument that names no agent, no project of an agent and no directory: after a
   * misspelt agent, a message about an unprivileged session would be misleading.
   *
   * @throws NotFound if it is none of these
   */
  static void requireMeaning(Typed typed, YourAgents agents, Surroundings here) {
    String word = word(typed, 0);
    if (mayBeDirectory(word, here.directory())) {
      return;
    }
    requireNoProject(typed, 0, agents, here.directory());
    CommandAsProject.refuseSession("bawn launch", word, here);
    throw new NotFound(
        "unknown agent, project or directory: '" + Printable.of(word) + "'",
        NearestMatch.hint(
            word,
            agents.areThere() ? agents.words() : List.of(),
            "list your agents: bawn agents; run a command: bawn launch -- COMMAND"));
  }

  /**
   * Refuses the project of an agent where an unprivileged session needs a directory.
   *
   * @param at the number of the argument, which may be missing
   * @throws NotFound if it is not a directory, but such a project
   */
  static void requireNoProject(Typed typed, int at, YourAgents agents, Path directory) {
    String word = word(typed, at);
    if (mayBeDirectory(word, directory) || !agents.areThere()) {
      return;
    }
    Optional<Assignment> assigned = assigned(word, agents);
    if (assigned.isPresent()) {
      throw new NotFound(
          "'"
              + Printable.of(word)
              + "' is the project of an agent; an unprivileged session needs"
              + " a directory",
          "to name it: " + typed.lineWith(at, assigned.get().source().text()));
    }
  }

  /** The refusal of an agent without a project, where the agent does not have exactly one. */
  static WrongUsage withoutProject(String command, AgentName agent) {
    return new WrongUsage(
        "expected a project of " + agent,
        "%s %2$s PROJECT; list its projects: bawn agents %2$s".formatted(command, agent));
  }

  /** An argument; empty if it is missing. */
  private static String word(Typed typed, int at) {
    return typed.words().stream().skip(at).findFirst().orElse("");
  }

  /**
   * Tells whether an unprivileged session takes the word as its directory, also if it is missing.
   */
  static boolean mayBeDirectory(String word, Path directory) {
    return word.isEmpty() || isPath(word) || exists(directory, word);
  }

  /** The project of this name of one of the caller's agents. */
  private static Optional<Assignment> assigned(String word, YourAgents agents) {
    return (agents.areThere() ? agents.intact() : List.<Manifest>of())
        .stream()
            .flatMap(manifest -> manifest.assignments().stream())
            .filter(assignment -> is(assignment.id(), word))
            .findFirst();
  }

  private static boolean exists(Path directory, String word) {
    return Files.exists(directory.resolve(word), LinkOption.NOFOLLOW_LINKS);
  }

  private static Optional<String> other(List<String> words, String agent) {
    int at = words.indexOf(agent);
    return words.size() > 1 ? Optional.of(words.get(1 - at)) : Optional.empty();
  }

  /** The only agent of the caller that works on the project, if there is one. */
  private static Optional<AgentName> theOne(
      YourAgents agents, Optional<String> project, Path directory) {
    List<AgentName> fitting = fitting(verified(agents), project, directory);
    if (fitting.size() > 1) {
      String what =
          project.isPresent() ? "'" + Printable.of(project.get()) + "'" : "this directory";
      throw new WrongUsage(
          "more than one of your agents works on " + what,
          "name one of: " + String.join(" ", fitting.stream().map(AgentName::text).toList()));
    }
    return fitting.isEmpty() ? Optional.empty() : Optional.of(fitting.getFirst());
  }

  /**
   * The policies of all agents of the caller. A damaged agent may be the one that works on the
   * project, so no unprivileged session starts instead of it unless the caller asks for one.
   */
  private static List<Manifest> verified(YourAgents agents) {
    try {
      return agents.manifests();
    } catch (BrokenLink e) {
      throw new BrokenLink(
          e.step(),
          e.what(),
          e.expected(),
          e.found(),
          e.hint() + "; a session under your own user: bawn run -- COMMAND");
    }
  }

  private static List<AgentName> fitting(
      List<Manifest> manifests, Optional<String> project, Path directory) {
    List<AgentName> fitting = new ArrayList<>();
    for (Manifest manifest : manifests) {
      if (find(manifest, project, directory).isPresent()) {
        fitting.add(manifest.agent());
      }
    }
    return fitting;
  }

  /**
   * The agent's project that the command line names.
   *
   * @throws NotFound if the agent has no such project
   */
  Assignment assignment(Manifest manifest) {
    return find(manifest, project, directory).orElseThrow(() -> notAssigned(manifest));
  }

  private NotFound notAssigned(Manifest manifest) {
    String what =
        project
            .map(word -> "project '" + Printable.of(word) + "'")
            .orElse("project in the current directory");
    List<String> all = manifest.assignments().stream().map(each -> each.id().text()).toList();
    return new NotFound(
        agent + " has no " + what, NearestMatch.hint(project.orElse(""), all, toList()));
  }

  /** Root can assign a directory only, so the hint names nothing else. */
  private String toList() {
    String list = "list its projects: bawn agents " + agent;
    if (project.isPresent() && !Files.isDirectory(directory.resolve(project.get()))) {
      return list;
    }
    return list
        + "; or ask root: sudo bawn-admin assign "
        + agent
        + " "
        + project.map(word -> ShellQuoting.join(List.of(word))).orElse("PROJECT");
  }

  private static Optional<Assignment> find(
      Manifest manifest, Optional<String> project, Path directory) {
    if (project.isEmpty()) {
      Path here = real(directory);
      return manifest.assignments().stream()
          .filter(assignment -> here.startsWith(assignment.source().text()))
          .max(Comparator.comparingInt(assignment -> assignment.source().text().length()));
    }
    String word = project.get();
    String place = isPath(word) ? real(directory.resolve(word)).toString() : "";
    return manifest.assignments().stream()
        .filter(assignment -> is(assignment.id(), word) || place.equals(assignment.source().text()))
        .findFirst();
  }

  private static boolean is(ProjectId id, String word) {
    return id.text().equals(word);
  }

  private static boolean isPath(String word) {
    return word.contains("/") || word.equals(".") || word.equals("..");
  }

  /** The path without links, as root recorded it; normalized only, if it cannot be read. */
  private static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      return path.toAbsolutePath().normalize();
    }
  }
}
