package dev.bawn.launcher.cli;

import dev.bawn.contract.agent.CommandName;
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
 * {@code login TOOL}: a session without a project, in which the tool logs in. All sessions of the
 * tool share that login.
 */
final class LoginCommand implements Command {

  private final Function<Surroundings, CommandContext> context;

  LoginCommand(Function<Surroundings, CommandContext> context) {
    this.context = context;
  }

  @Override
  public CommandSpec spec() {
    return Parameters.command().addPositional(tool());
  }

  /** The argument that names a tool. */
  static PositionalParamSpec tool() {
    return Parameters.one("TOOL", "the agent tool; 'bawn tools list' prints the names");
  }

  @Override
  public List<String> examples() {
    return List.of("bawn login claude");
  }

  @Override
  public int run(Typed typed, Surroundings here) {
    CommandContext through = context.apply(here);
    CommandName tool = CommandName.of(typed.words().getFirst());
    requireShareable(ToolsCommand.known(tool, through.system().definitions(here)));
    Typed start =
        Typed.of(
            new LaunchCommand(context).spec(),
            List.of(
                SessionStart.REMOVE,
                SessionArguments.WORKSPACE + "=empty",
                SessionArguments.HOME + "=ephemeral",
                SessionArguments.NETWORK + "=open",
                SessionArguments.LOGIN + "=shared"));
    return StartCommand.startOwn(start, DryRun.NO, new Wanted.Login(tool), through, here);
  }

  /**
   * Requires that sessions can share the login of a tool.
   *
   * @throws Refused if bawn does not know where the tool keeps it
   */
  static void requireShareable(ToolDefinition definition) {
    if (!definition.keys().login().isShareable()) {
      throw new Refused(
          "sessions of " + definition.name() + " cannot share a login",
          definition.keys().names().isEmpty()
              ? "log in inside a session: bawn launch --tool " + definition.name()
              : "give it an API key: bawn env set " + definition.keys().names().getFirst());
    }
  }
}
