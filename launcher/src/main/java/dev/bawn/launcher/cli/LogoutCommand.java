package dev.bawn.launcher.cli;

import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Count;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.tool.ToolDefinition;
import dev.bawn.contract.tool.ToolLogin;
import dev.bawn.launcher.engine.SessionState;
import dev.bawn.launcher.engine.SessionStates;
import dev.bawn.launcher.record.SessionPlaces;
import dev.bawn.launcher.sessions.Destruction;
import dev.bawn.launcher.sessions.ListedSession;
import dev.bawn.launcher.sessions.Sessions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/** {@code logout TOOL}: removes the login that the sessions of a tool share. */
record LogoutCommand(Function<Surroundings, CommandContext> context) implements Command {

  /** The most sessions that are named. */
  private static final int SHOWN = 3;

  @Override
  public CommandSpec spec() {
    return Parameters.command().addPositional(LoginCommand.tool());
  }

  @Override
  public List<String> examples() {
    return List.of("bawn logout claude");
  }

  @Override
  public int run(Typed typed, Surroundings here) {
    CommandName tool = CommandName.of(typed.words().getFirst());
    ToolDefinition definition =
        ToolsCommand.known(tool, context.apply(here).system().definitions(here));
    LoginCommand.requireShareable(
        definition, "to remove a home with its login: bawn home list; bawn home wipe HOME");
    SessionPlaces places = OwnPlaces.of(here);
    Path login = places.login(tool.text());
    boolean isLogin = hasLogin(login, definition.keys().login());
    if (!isEmpty(login)) {
      Destruction.remove(login);
    }
    if (!isLogin) {
      here.err().println("there is no login of " + tool);
      return 0;
    }
    here.err().println("removed the login of " + tool);
    List<String> running =
        new Sessions(places, SessionStates.on(here.layout()))
            .all().stream().filter(each -> isRunning(each, tool)).map(ListedSession::name).toList();
    if (!running.isEmpty()) {
      here.note("these sessions may still have the login: " + Count.first(running, SHOWN));
    }
    return 0;
  }

  /** Tells whether a login exists. An unfinished one leaves other files, or an empty one. */
  private static boolean hasLogin(Path directory, ToolLogin login) {
    return login.in(directory).stream().anyMatch(file -> file.toFile().length() > 0);
  }

  /** Tells whether the directory is empty: each start of the tool makes it. */
  private static boolean isEmpty(Path login) {
    try (Stream<Path> files = Files.list(login)) {
      return files.findAny().isEmpty();
    } catch (NoSuchFileException e) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean isRunning(ListedSession session, CommandName tool) {
    return session instanceof ListedSession.Intact(var record, SessionState.Running _)
        && record.tool().equals(tool.text());
  }
}
