package dev.bawn.admin.cli;

import dev.bawn.admin.recipe.RecipePlanner;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.SessionVariable;
import dev.bawn.contract.agent.Spelling;
import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.WrongUsage;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code env AGENT set|unset|list [NAME[=VALUE]]...}: the environment variables of an agent's
 * sessions, which are a part of the signed policy.
 */
final class EnvCommand implements Command {

  private enum Action implements Spelling {
    SET,
    UNSET,
    LIST
  }

  /** Tells whether the arguments request a change, in either order of agent and action. */
  static boolean isAct(Typed typed) {
    return typed.words().stream().limit(2).noneMatch("list"::equals);
  }

  @Override
  public CommandSpec spec() {
    return Parameters.command()
        .addPositional(
            Parameters.some(
                "AGENT set|unset|list [NAME[=VALUE]]",
                "the agent, the action, and variables (set: with a value)"));
  }

  @Override
  public List<String> examples() {
    return List.of(
        "sudo bawn-admin env a.noir set https_proxy=http://proxy:3128",
        "sudo bawn-admin env a.noir set JAVA_HOME=/usr/lib/jvm/default",
        "sudo bawn-admin env a.noir unset https_proxy",
        "sudo bawn-admin env a.noir list");
  }

  @Override
  public int run(Typed typed, Surroundings here) throws IOException {
    List<String> words = typed.words();
    if (words.size() < 2) {
      throw new WrongUsage(
          "expected an action: set, unset or list", "for example: sudo bawn-admin env a.noir list");
    }
    // agent and action, in either order
    boolean isSwapped = Spelling.of(Action.values(), words.getFirst()).isPresent();
    AgentName agent = AgentName.of(words.get(isSwapped ? 1 : 0));
    Action action =
        Parameters.choice("action of env", words.get(isSwapped ? 0 : 1), Action.values());
    List<String> variables = words.subList(2, words.size());
    if (variables.isEmpty() != (action == Action.LIST)) {
      throw new WrongUsage(
          action == Action.LIST ? "list takes no variable" : "expected a variable",
          "for example: sudo bawn-admin env " + agent + " " + example(action));
    }
    if (action == Action.LIST) {
      print(Assembly.manifest(agent, here), here);
      return 0;
    }
    try (LockedState state = LockedState.forChange(here)) {
      Manifest before = Assembly.manifest(agent, here);
      SortedMap<String, String> wanted =
          action == Action.SET ? with(before, variables) : without(before, variables);
      Manifest after = state.agents().variables(agent, wanted);
      String nothing = before.serial().equals(after.serial()) ? ", as before" : "";
      here.out().println("variables of " + agent + nothing + " (serial " + after.serial() + "):");
      print(after, here);
      if (action == Action.SET) {
        warn(after, variables, here);
      }
    }
    return 0;
  }

  private static String example(Action action) {
    return switch (action) {
      case LIST -> "list";
      case SET -> "set https_proxy=http://proxy:3128";
      case UNSET -> "unset https_proxy";
    };
  }

  /**
   * Warns about paths in the values, such as files of certificates, that the agent's sessions
   * cannot see.
   */
  private static void warn(Manifest manifest, List<String> words, Surroundings here) {
    for (String word : words) {
      SessionVariable variable = SessionVariable.of(word);
      String path = variable.value();
      if (isPath(variable.name()) && path.startsWith("/") && path.indexOf(':') < 0) {
        boolean isThere = Files.exists(here.layout().at(path.substring(1)));
        if (!isThere || !RecipePlanner.isShown(path)) {
          here.note(
              "bawn-admin: warning: "
                  + variable.name()
                  + ": "
                  + Printable.of(path)
                  + (isThere
                      ? " is not visible to the sessions of " + manifest.agent()
                      : " does not exist")
                  + "; agents see, for example, /usr/share, /usr/lib and /etc/ssl/certs");
        }
      }
    }
  }

  /** Tells whether programs interpret a variable as the path of a file or a directory. */
  private static boolean isPath(String name) {
    return List.of("CERT", "CERTS", "BUNDLE", "FILE", "DIR", "HOME", "CAINFO", "CAPATH").stream()
        .anyMatch(end -> name.equals(end) || name.endsWith("_" + end));
  }

  private static SortedMap<String, String> with(Manifest manifest, List<String> words) {
    SortedMap<String, String> all = new TreeMap<>(manifest.variables());
    for (String word : words) {
      try {
        SessionVariable variable = SessionVariable.of(word);
        if (variable.isNamedLikeSecret()) {
          throw new WrongUsage(
              variable.name() + " is named like a secret, and operators can read a policy",
              "if a tool definition names it in env, each operator sets it: bawn env set "
                  + variable.name()
                  + "; see bawn-tool(5)");
        }
        all.put(variable.name(), variable.value());
      } catch (IllegalArgumentException e) {
        throw new WrongUsage(
            // without the value: the audit log records the reason of a refusal
            "'" + Printable.of(word.split("=", 2)[0]) + "' cannot be set: " + e.getMessage(),
            "for example: sudo bawn-admin env "
                + manifest.agent()
                + " set https_proxy=http://proxy:3128");
      }
    }
    return all;
  }

  private static SortedMap<String, String> without(Manifest manifest, List<String> names) {
    SortedMap<String, String> left = new TreeMap<>(manifest.variables());
    for (String name : names) {
      if (left.remove(name) == null) {
        throw new NotFound(
            manifest.agent() + " has no variable '" + Printable.of(name) + "'",
            "see: sudo bawn-admin env " + manifest.agent() + " list");
      }
    }
    return left;
  }

  private static void print(Manifest manifest, Surroundings here) {
    if (manifest.variables().isEmpty()) {
      here.note(
          "no variables; to set one: sudo bawn-admin env %s set NAME=VALUE"
              .formatted(manifest.agent()));
    }
    manifest.variableLines().forEach(here.out()::println);
  }
}
