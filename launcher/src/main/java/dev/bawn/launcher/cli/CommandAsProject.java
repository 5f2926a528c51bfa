package dev.bawn.launcher.cli;

import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.cli.ShellQuoting;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.NearestMatch;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.launcher.sessions.ListedSession;
import dev.bawn.launcher.trust.YourAgents;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A tool, a program or a session that was typed where a start expects an agent or a project. */
final class CommandAsProject {

  private CommandAsProject() {}

  /**
   * Refuses the argument, and prints the line to type.
   *
   * @param command the program and its subcommand
   * @param first the number of the first argument that can be an agent or a project
   */
  static void refuse(
      String command, Typed typed, int first, CommandContext context, Surroundings here) {
    List<String> words = typed.words();
    boolean followsDirectory = true;
    for (int at = first; at < words.size(); at++) {
      String word = words.get(at);
      Optional<String> program = program(word, context, here);
      // agents last: the signature of each one is verified for that
      if (program.isPresent() && !isAgentOrProject(word, context.agents(here))) {
        boolean isAlone = at + 1 == words.size();
        requireInPath(word, context, here);
        throw new NotFound(
            "'" + Printable.of(word) + "' is a command, but not an agent, project or directory",
            "to start it: "
                + line(command, typed, at, isAlone && isTool(word, context, here), program.get()));
      }
      boolean exists = exists(word, here);
      if (!exists && followsDirectory && !isAgentOrProject(word, context.agents(here))) {
        refuseSession(command, word, here);
        refuseMistyped(command, typed, at, context, here);
        return;
      }
      followsDirectory = exists;
    }
  }

  /** Refuses a tool that is not installed, or not in a directory of {@code PATH}. */
  private static void requireInPath(String word, CommandContext context, Surroundings here) {
    if (!exists(word, here) && !isProgram(word, here)) {
      Optional<String> npm =
          context.system().definitions(here).of(CommandName.of(word)).npm().map(Object::toString);
      throw new NotFound(
          "the tool '"
              + word
              + "' is not in PATH, and no agent, project or directory has that name",
          "install it"
              + npm.map(each -> ": npm install -g " + each).orElse("")
              + "; if it is installed elsewhere: bawn launch --tool "
              + word);
    }
  }

  /** Refuses the name of a session, which another command starts again. */
  static void refuseSession(String command, String word, Surroundings here) {
    for (ListedSession each : NamedSession.sessions(here).all()) {
      if (each.name().equals(word)) {
        String again = command.equals("bawn launch") ? "resume " : "restart ";
        throw new NotFound(
            "'" + Printable.of(word) + "' is a session, but not an agent, project or directory",
            each.isRunning()
                ? "show its terminal: bawn attach %1$s; run a command in it: bawn exec %1$s -- COMMAND"
                    .formatted(word)
                : "to start it again: bawn " + again + word);
      }
    }
  }

  /** The hint for a tool or a program that was typed where a command of bawn belongs. */
  static Optional<String> toStart(List<String> words, CommandContext context, Surroundings here) {
    String first = words.getFirst();
    if (first.startsWith("-")) {
      return Optional.empty();
    }
    boolean isTool = isTool(first, context, here);
    return isTool || isProgram(first, here)
        ? Optional.of(
            "to start it: bawn launch "
                + (isTool && words.size() == 1 ? "--tool " : "-- ")
                + ShellQuoting.join(words))
        : Optional.empty();
  }

  private static void refuseMistyped(
      String command, Typed typed, int at, CommandContext context, Surroundings here) {
    String word = typed.words().get(at);
    YourAgents agents = context.agents(here);
    if (word.indexOf('/') >= 0
        || agents.areThere() && NearestMatch.to(word, agents.words()).isPresent()) {
      return;
    }
    List<String> tools =
        context.system().definitions(here).names().stream().map(CommandName::text).toList();
    boolean isAlone = at + 1 == typed.words().size();
    Optional<String> tool = isAlone ? NearestMatch.to(word, tools) : Optional.empty();
    Optional<String> near = tool.or(() -> nearProgram(word, here));
    if (near.isPresent()) {
      throw new NotFound(
          "unknown agent, project, directory or command: '" + Printable.of(word) + "'",
          "did you mean "
              + near.get()
              + "? "
              + line(command, typed, at, tool.isPresent(), near.get()));
    }
  }

  /** Of three letters, only a swap counts: among the many programs, one is similar to any word. */
  private static Optional<String> nearProgram(String word, Surroundings here) {
    return NearestMatch.to(word, programs(here))
        .filter(near -> word.length() > 3 || NearestMatch.hasLettersOf(near, word));
  }

  private static String line(String command, Typed typed, int at, boolean isTool, String program) {
    return typed.lineWith(command, at, isTool ? "--tool" : "--", program);
  }

  /**
   * The program that an argument names, as it is typed after {@code --}; empty if it names none.
   */
  private static Optional<String> program(String word, CommandContext context, Surroundings here) {
    if (exists(word, here)) {
      Path file = here.directory().resolve(word);
      return Files.isRegularFile(file) && Files.isExecutable(file)
          ? Optional.of(word.indexOf('/') >= 0 ? word : "./" + word)
          : Optional.empty();
    }
    return word.indexOf('/') < 0 && (isTool(word, context, here) || isProgram(word, here))
        ? Optional.of(word)
        : Optional.empty();
  }

  private static boolean exists(String word, Surroundings here) {
    return Files.exists(here.directory().resolve(word), LinkOption.NOFOLLOW_LINKS);
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
    return here.searchPath().stream()
        .anyMatch(directory -> Files.isExecutable(directory.resolve(word)));
  }

  private static Set<String> programs(Surroundings here) {
    return here.searchPath().stream()
        .flatMap(directory -> Stream.ofNullable(directory.toFile().list()).flatMap(Stream::of))
        .collect(Collectors.toSet());
  }
}
