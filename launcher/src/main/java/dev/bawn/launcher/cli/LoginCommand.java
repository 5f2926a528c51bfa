package dev.bawn.launcher.cli;

import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.agent.KeyName;
import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.tool.ToolDefinition;
import dev.bawn.launcher.request.SessionArguments;
import dev.bawn.launcher.request.Wanted;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * {@code login TOOL}: starts a session without a project, in which the tool logs in. All sessions
 * of the tool share that login.
 */
record LoginCommand(Function<Surroundings, CommandContext> context) implements Command {

  @Override
  public CommandSpec spec() {
    CommandSpec spec =
        Parameters.command()
            .addPositional(tool())
            .addPositional(Parameters.others("ARGUMENT", "arguments of the tool's login"));
    spec.parser().unmatchedOptionsArePositionalParams(true);
    return spec;
  }

  /** The argument that names a tool. */
  static PositionalParamSpec tool() {
    return Parameters.first("TOOL", "the agent tool; 'bawn tools list' prints the names");
  }

  @Override
  public boolean takesToolWords() {
    return true;
  }

  @Override
  public List<String> examples() {
    return List.of("bawn login claude", "bawn login codex --device-auth");
  }

  @Override
  public int run(Typed typed, Surroundings here) {
    CommandContext through = context.apply(here);
    CommandName tool = CommandName.of(typed.words().getFirst());
    ToolDefinition definition = ToolsCommand.known(tool, through.system().definitions(here));
    List<KeyName> keys = definition.keys().names();
    requireShareable(
        definition,
        keys.isEmpty()
            ? "log in inside a session: bawn launch --tool " + tool
            : "give it an API key: bawn env set " + keys.getFirst());
    Typed start =
        Typed.of(
            new LaunchCommand(context).spec(),
            List.of(
                SessionStart.REMOVE,
                SessionArguments.WORKSPACE + "=empty",
                SessionArguments.HOME + "=ephemeral",
                SessionArguments.NETWORK + "=open",
                SessionArguments.LOGIN + "=shared"));
    List<String> words = typed.words();
    return StartCommand.startOwn(
        new Typed(start.options(), typed.toolWords()),
        DryRun.NO,
        new Wanted.Login(tool, words.subList(1, words.size()), typed.toolWords()),
        through,
        here);
  }

  /**
   * Requires that sessions can share the login of a tool.
   *
   * @param hint what to do otherwise
   * @throws Refused if bawn does not know where the tool keeps its login
   */
  static void requireShareable(ToolDefinition definition, String hint) {
    if (!definition.keys().login().isShareable()) {
      throw new Refused("sessions of " + definition.name() + " cannot share a login", hint);
    }
  }
}
