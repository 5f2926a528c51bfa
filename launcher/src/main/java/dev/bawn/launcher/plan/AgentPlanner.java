package dev.bawn.launcher.plan;

import dev.bawn.contract.agent.AllowedCommand;
import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.failure.NearestWord;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.trust.Installation;
import dev.bawn.contract.trust.VerifiedStart;
import dev.bawn.launcher.request.Prompt;
import dev.bawn.launcher.request.Wanted;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Plans a session of a sealed agent: pure, from what root decided and what somebody wants. The
 * walls are in the recipe that root sealed, so all that is left to say is who enters, where, and
 * what runs.
 */
public final class AgentPlanner {

  private static final List<CommandName> SHELLS =
      List.of(CommandName.of("bash"), CommandName.of("sh"));

  /** What `--tool` calls a shell by. */
  private static final CommandName SHELL = CommandName.of("shell");

  private final Installation installation;
  private final Tools tools;

  /**
   * @param installation whose entry point is used
   * @param tools what is known about agent tools
   */
  public AgentPlanner(Installation installation, Tools tools) {
    this.installation = installation;
    this.tools = tools;
  }

  /**
   * The plan.
   *
   * @param start what root decided about the agent, and one of its projects
   * @throws Refused if the agent may not run what is wanted
   */
  public AgentPlan plan(VerifiedStart start, Wanted wanted) {
    Manifest manifest = start.manifest();
    Assignment assignment = start.assignment();
    // a switch over types costs the JVM 20 ms at its first use, and no cache takes that away
    if (wanted instanceof Wanted.Words(var words)) {
      CommandName command = CommandName.of(words.getFirst());
      requireAllowed(manifest, command);
      return plan(manifest, assignment, command, enter(manifest, assignment), words);
    }
    if (wanted instanceof Wanted.Tool(var name, var prompt)) {
      return plan(manifest, assignment, name, prompt);
    }
    if (wanted instanceof Wanted.FirstTool(var prompt)) {
      return first(manifest, assignment, prompt);
    }
    return plan(manifest, assignment, shell(manifest), List.of());
  }

  private AgentPlan first(Manifest manifest, Assignment assignment, Optional<Prompt> prompt) {
    if (!manifest.tools().isEmpty()) {
      return plan(manifest, assignment, manifest.tools().getFirst().name(), prompt);
    }
    if (prompt.isPresent()) {
      throw new Refused(
          manifest.agent() + " has no agent tool, and a prompt is for one",
          "ask root to adopt and allow one (sudo bawn-admin tool add --help), or add --tool TOOL");
    }
    return plan(manifest, assignment, shell(manifest), List.of());
  }

  private AgentPlan plan(
      Manifest manifest, Assignment assignment, CommandName tool, Optional<Prompt> prompt) {
    boolean isShell = tool.equals(SHELL) && !isAllowed(manifest, SHELL);
    CommandName command = isShell ? shell(manifest) : tool;
    requireAllowed(manifest, command);
    List<String> arguments = prompt.isPresent() ? tools.arguments(tool, prompt.get()) : List.of();
    return plan(manifest, assignment, command, arguments);
  }

  private AgentPlan plan(
      Manifest manifest, Assignment assignment, CommandName command, List<String> arguments) {
    List<String> argv = new ArrayList<>(enter(manifest, assignment));
    argv.add(command.text());
    argv.addAll(arguments);
    return plan(manifest, assignment, command, argv, List.of());
  }

  private static AgentPlan plan(
      Manifest manifest,
      Assignment assignment,
      CommandName command,
      List<String> argv,
      List<String> appended) {
    return new AgentPlan(
        manifest.agent(),
        manifest.uid(),
        assignment,
        manifest.serial(),
        command,
        argv,
        List.of(),
        appended);
  }

  /** What the entry point is called with, up to the command. */
  private List<String> enter(Manifest manifest, Assignment assignment) {
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
                manifest.agent() + " may run no shell",
                "name a command after --, or ask: sudo bawn-admin allow "
                    + manifest.agent()
                    + " bash"));
  }

  private static boolean isAllowed(Manifest manifest, CommandName command) {
    return manifest.commands().stream().map(AllowedCommand::name).anyMatch(command::equals);
  }

  /** What somebody could have meant by a word that is no command of the agent's. */
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
    Optional<String> near = NearestWord.to(command.text(), known(manifest, command));
    Optional<String> other =
        adoption.isPresent() || near.isPresent() ? Optional.empty() : installed(command);
    throw new Refused(
        command + " is not allowed for " + manifest.agent(),
        other
            .map(meant -> "did you mean " + meant + "? ask: " + allow + meant)
            .orElse(
                near.map(meant -> "did you mean " + meant + "? otherwise ").orElse("")
                    + "ask: "
                    + adoption.map(line -> line + "; then: ").orElse("")
                    + allow
                    + command));
  }

  /** The program that somebody could have meant by the name of none. */
  private Optional<String> installed(CommandName typed) {
    Collection<String> programs = tools.programs();
    return programs.contains(typed.text())
        ? Optional.empty()
        : NearestWord.to(typed.text(), programs);
  }
}
