package dev.bawn.launcher.cli;

import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.cli.ShellQuoting;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.launcher.trust.YourAgents;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A tool or a program that was typed where a start expects an agent or a project. */
final class CommandAsProject {

  private CommandAsProject() {}

  /**
   * Refuses it with the line to type.
   *
   * @param command what was typed before
   * @param words the arguments that follow, up to {@code --}
   */
  static void refuse(
      List<String> command, List<String> words, CommandContext context, Surroundings here) {
    String word = words.isEmpty() ? "/" : words.getFirst();
    if (word.indexOf('/') >= 0
        || word.startsWith(".")
        || Files.exists(here.directory().resolve(word), LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    boolean isTool = isTool(word, context, here);
    // agents last: the signature of each one is verified for that
    if (!isTool && !isProgram(word, here) || isAgentOrProject(word, context.agents(here))) {
      return;
    }
    List<String> line = new ArrayList<>(command);
    line.add(isTool && words.size() == 1 ? "--tool" : "--");
    line.addAll(words);
    throw new NotFound(
        "'" + Printable.of(word) + "' is a command, but not an agent, project or directory",
        "to start it: " + ShellQuoting.join(line));
  }

  private static boolean isAgentOrProject(String word, YourAgents agents) {
    return agents.areThere() && (agents.named(word).isPresent() || agents.words().contains(word));
  }

  private static boolean isTool(String word, CommandContext context, Surroundings here) {
    try {
      return context.system().definitions(here).has(CommandName.of(word));
    } catch (WrongUsage e) {
      return false;
    }
  }

  private static boolean isProgram(String word, Surroundings here) {
    for (String directory : here.environment().getOrDefault("PATH", "").split(":")) {
      if (directory.startsWith("/") && Files.isExecutable(Path.of(directory, word))) {
        return true;
      }
    }
    return false;
  }
}
