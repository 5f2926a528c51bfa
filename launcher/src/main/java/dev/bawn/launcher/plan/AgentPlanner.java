package dev.bawn.launcher.plan;

import dev.bawn.contract.agent.AllowedCommand;
import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.cli.ShellQuoting;
import dev.bawn.contract.failure.NearestMatch;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.contract.trust.Installation;
import dev.bawn.contract.trust.VerifiedStart;
import dev.bawn.launcher.key.Key;
import dev.bawn.launcher.record.Prompt;
import dev.bawn.launcher.request.Wanted;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Plans an agent session from the signed policy and the request; reads no file. The sandbox is in
 * the recipe that root signed, so the plan adds only the agent, the project and the command.
 */
public final class AgentPlanner {

  private static final List<CommandName> SHELLS =
      List.of(CommandName.of("bash"), CommandName.of("sh"));

  /** The name of a shell in {@code --tool}. */
  private static final CommandName SHELL = CommandName.of("shell");

  private final Installation installation;
  private final Tools tools;

  /**
   * @param installation the installation with the entry point
   * @param tools the known agent tools
   */
  public AgentPlanner(Installation installation, Tools tools) {
    this.installation = installation;
    this.tools = tools;
  }

  /**
   * The program that the session runs.
   *
   * @param start the signed policy of the agent, and one of its projects
   * @throws Refused if the agent may not run it
   */
  public CommandName command(VerifiedStart start, Wanted wanted) {
    Manifest manifest = start.manifest();
    CommandName tool = tool(start, wanted);
    boolean isShell =
        tool.equals(SHELL)
            && !isAllowed(manifest, SHELL)
            && !(wanted instanceof Wanted.CommandLine);
    CommandName command = isShell ? shell(manifest) : tool;
    requireAllowed(manifest, command);
    return command;
  }

  /**
   * Plans a session.
   *
   * @param start the signed policy of the agent, and one of its projects
   * @param keys API keys for the session, in addition to those of the caller's environment
   * @throws Refused if the agent may not run the requested program
   */
  public StartPlan plan(VerifiedStart start, Wanted wanted, List<Key> keys) {
    Manifest manifest = start.manifest();
    List<String> argv = new ArrayList<>(enter(manifest, start.assignment()));
    List<String> appended = List.of();
    CommandName command = command(start, wanted);
    if (wanted instanceof Wanted.CommandLine(var words)) {
      appended = words;
    } else {
      argv.add(command.text());
      Optional<Prompt> prompt = prompt(wanted);
      if (prompt.isPresent()) {
        argv.addAll(tools.arguments(tool(start, wanted), prompt.get()));
      }
      if (wanted instanceof Wanted.Tool(_, _, var arguments)) {
        appended = arguments;
      }
    }
    List<Variable> variables = new ArrayList<>();
    for (Key key : keys) {
      variables.add(new Variable(key.name().text(), key.value()));
    }
    return StartPlan.of(StartPlan.Lifetime.AGENT, argv, appended, variables);
  }

  /** The requested program under the name that the request uses. */
  private static CommandName tool(VerifiedStart start, Wanted wanted) {
    Manifest manifest = start.manifest();
    // the first switch over types costs the JVM 20 ms, and no cache reduces that
    if (wanted instanceof Wanted.CommandLine(var words)) {
      return named(start, words);
    }
    if (wanted instanceof Wanted.Tool(var name, _, _)) {
      return name;
    }
    if (wanted instanceof Wanted.FirstTool(var prompt)) {
      if (!manifest.tools().isEmpty()) {
        return manifest.tools().getFirst().name();
      }
      requireNone(manifest, prompt);
    }
    return shell(manifest);
  }

  /**
   * The command that an argument names. A file of the agent is no command of its policy, but an
   * interpreter may read it.
   */
  private static CommandName named(VerifiedStart start, List<String> words) {
    Manifest manifest = start.manifest();
    String word = words.getFirst();
    int slash = word.lastIndexOf('/');
    String name = word.substring(slash + 1);
    if (slash < 0
        || manifest.commands().stream().anyMatch(each -> each.name().text().equals(name))) {
      return CommandName.of(word);
    }
    boolean isOfSystem = word.startsWith("/usr/") || word.startsWith("/bin/");
    throw new WrongUsage(
        "'" + Printable.of(word) + "' is a path; an agent runs programs that root allowed, by name",
        isOfSystem
            ? "ask root to allow it: sudo bawn-admin allow "
                + manifest.agent()
                + " "
                + ShellQuoting.join(List.of(name))
            : "an allowed interpreter runs a script: bawn launch "
                + manifest.agent()
                + " "
                + start.assignment().id()
                + " -- sh "
                + ShellQuoting.join(words));
  }

  private static Optional<Prompt> prompt(Wanted wanted) {
    if (wanted instanceof Wanted.Tool(_, var prompt, _)) {
      return prompt;
    }
    return wanted instanceof Wanted.FirstTool(var prompt) ? prompt : Optional.empty();
  }

  private static void requireNone(Manifest manifest, Optional<Prompt> prompt) {
    if (prompt.isPresent()) {
      throw new Refused(
          manifest.agent() + " has no agent tool, and --prompt needs one",
          "ask root to adopt and allow one (sudo bawn-admin tool add --help), or add --tool TOOL");
    }
  }

  /** The command line of the entry point, up to the command. */
  public List<String> enter(Manifest manifest, Assignment assignment) {
    return List.of(
        installation.sudo().toString(),
        "-n",
        "-u",
        manifest.agent().text(),
        installation.enter().toString(),
        assignment.id().text(),
        manifest.serial().toString());
  }

  private static CommandName shell(Manifest manifest) {
    return SHELLS.stream()
        .filter(shell -> isAllowed(manifest, shell))
        .findFirst()
        .orElseThrow(() ->
            new Refused(
                manifest.agent() + " is not allowed to run a shell",
                "name a command after --, or ask root: sudo bawn-admin allow "
                    + manifest.agent()
                    + " bash"));
  }

  private static boolean isAllowed(Manifest manifest, CommandName command) {
    return manifest.commands().stream().map(AllowedCommand::name).anyMatch(command::equals);
  }

  /** The hint for an argument that is not a command of the agent. */
  private List<String> known(Manifest manifest, CommandName typed) {
    List<String> known = new ArrayList<>();
    manifest.commands().forEach(command -> known.add(command.name().text()));
    if (!tools.names().contains(typed)) {
      tools.names().forEach(tool -> known.add(tool.text()));
    }
    return known;
  }

  private void requireAllowed(Manifest manifest, CommandName command) {
    if (isAllowed(manifest, command)) {
      return;
    }
    String allow = "sudo bawn-admin allow " + manifest.agent() + " ";
    Optional<String> adoption = tools.adoption(command);
    Optional<String> near = NearestMatch.to(command.text(), known(manifest, command));
    Optional<String> other =
        adoption.isPresent() || near.isPresent() ? Optional.empty() : installed(command);
    boolean isThere = adoption.isPresent() || tools.programs().contains(command.text());
    String meant = near.or(() -> other).map(each -> "did you mean " + each + "?").orElse("");
    String ask = "ask root: " + adoption.map(line -> line + "; then: ").orElse("") + allow;
    throw new Refused(
        command + " is not allowed for " + manifest.agent(),
        other
            .map(each -> meant + " " + ask + each)
            .orElse(
                isThere
                    ? (near.isPresent() ? meant + " otherwise " : "") + ask + command
                    : near.isPresent()
                        ? meant
                        : "agents need an installed program of this name: install it, then "
                            + ask
                            + command));
  }

  /** The hint for an unknown program name. */
  private Optional<String> installed(CommandName typed) {
    Collection<String> programs = tools.programs();
    return programs.contains(typed.text())
        ? Optional.empty()
        : NearestMatch.to(typed.text(), programs);
  }
}
