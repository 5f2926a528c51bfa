package dev.bawn.launcher.plan;

import dev.bawn.contract.agent.AdoptedTool;
import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.agent.KeyName;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.sandbox.InsidePath;
import dev.bawn.contract.trust.Installation;
import dev.bawn.contract.trust.VerifiedStart;
import dev.bawn.launcher.record.AgentProject;
import dev.bawn.launcher.record.SessionName;
import dev.bawn.launcher.record.SessionPlaces;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.request.Wanted;
import dev.bawn.launcher.workspace.WorkspaceKind;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Plans an agent session with a record: {@code libexec/session} runs the command line that {@link
 * AgentPlanner} planned for the same session at a terminal. Reads no file.
 */
public final class AgentSessionPlanner {

  /** The tool in the record of a session with a shell. */
  private static final String SHELL = "shell";

  private static final String NONE = "-";

  /** The variables about the terminal that sudo passes on; see {@code Sudoers} of bawn-admin. */
  private static final List<String> TERMINAL = List.of("TERM", "COLORTERM", "NO_COLOR");

  private final Installation installation;
  private final SessionPlaces places;

  /**
   * @param installation the installation with the program of sessions
   * @param places the directories of sessions
   */
  public AgentSessionPlanner(Installation installation, SessionPlaces places) {
    this.installation = installation;
    this.places = places;
  }

  /**
   * The request for a session.
   *
   * @param name its name
   * @param now the time
   * @param wanted its program
   * @param options the options of its start, as arguments
   * @param notice how the user is notified of its end
   */
  public record Request(
      SessionName name, Instant now, Wanted wanted, List<String> options, SessionEnd notice) {
    public Request {
      options = List.copyOf(options);
    }
  }

  /**
   * Plans a new session.
   *
   * @param start the verified policy
   * @param session the plan of the same session at a terminal
   * @param command the program of that plan
   * @param environment the caller's
   */
  public AgentSessionPlan first(
      Request request,
      VerifiedStart start,
      StartPlan session,
      CommandName command,
      Map<String, String> environment) {
    Assignment assignment = start.assignment();
    Manifest manifest = start.manifest();
    SessionRecord record =
        new SessionRecord(
            request.name(),
            request.now(),
            Optional.of(Path.of(assignment.source().text())),
            Path.of(InsidePath.project(assignment.id()).text()),
            WorkspaceKind.AGENT,
            Optional.empty(),
            tool(manifest, command, request.wanted()),
            Optional.empty(),
            request.options(),
            command(request.wanted()),
            request.wanted().prompt(),
            Optional.empty(),
            Optional.of(new AgentProject(manifest.agent(), assignment.id())));
    String unbegun = places.session(request.name()).path().toString();
    return plan(record, unbegun, request.notice(), manifest, session, environment);
  }

  /** Plans an earlier session again, as {@link #first}. */
  public AgentSessionPlan again(
      SessionRecord earlier,
      VerifiedStart start,
      StartPlan session,
      SessionEnd notice,
      Map<String, String> environment) {
    return plan(earlier, NONE, notice, start.manifest(), session, environment);
  }

  private AgentSessionPlan plan(
      SessionRecord record,
      String unbegun,
      SessionEnd notice,
      Manifest manifest,
      StartPlan session,
      Map<String, String> environment) {
    List<String> argv = new ArrayList<>();
    argv.add("/usr/bin/perl");
    argv.add(installation.library().resolve("session").toString());
    argv.add(places.session(record.name()).path().toString());
    argv.addAll(List.of(NONE, NONE, NONE, unbegun, "open", "--agent", "--log"));
    argv.addAll(notice.notification());
    argv.addAll(session.argv());
    return new AgentSessionPlan(
        record,
        places.session(record.name()),
        StartPlan.of(
            StartPlan.Lifetime.RECORDED_AGENT,
            argv,
            session.appended(),
            variables(manifest, session.variables(), environment)));
  }

  /** A tool under its name, so that its definition tells its activity. */
  private static String tool(Manifest manifest, CommandName command, Wanted wanted) {
    Optional<AdoptedTool> tool = manifest.tool(command);
    if (tool.isPresent()) {
      return tool.get().name().text();
    }
    return wanted instanceof Wanted.CommandLine ? FirstProgram.COMMAND : SHELL;
  }

  private static List<String> command(Wanted wanted) {
    if (wanted instanceof Wanted.CommandLine(var words)) {
      return words;
    }
    return wanted instanceof Wanted.Tool(_, _, var arguments) ? arguments : List.of();
  }

  /**
   * The program of an earlier session.
   *
   * @param hasBegun whether its tool already got the prompt
   */
  public static Wanted wanted(SessionRecord earlier, boolean hasBegun) {
    List<String> command = earlier.command();
    boolean isTyped =
        earlier.tool().equals(FirstProgram.COMMAND)
            || !command.isEmpty() && command.getFirst().equals(earlier.tool());
    if (isTyped) {
      return new Wanted.CommandLine(command);
    }
    return earlier.tool().equals(SHELL)
        ? new Wanted.Shell()
        : new Wanted.Tool(
            CommandName.of(earlier.tool()),
            hasBegun ? Optional.empty() : earlier.prompt(),
            command);
  }

  /** The variables that sudo passes on to the agent: those of the caller, and the stored keys. */
  private static List<Variable> variables(
      Manifest manifest, List<Variable> keys, Map<String, String> environment) {
    Map<String, String> passed = new TreeMap<>();
    for (String name : TERMINAL) {
      passed.put(name, environment.get(name));
    }
    for (AdoptedTool tool : manifest.tools()) {
      for (KeyName name : tool.keys()) {
        passed.put(name.text(), environment.get(name.text()));
      }
    }
    for (Variable key : keys) {
      passed.put(key.name(), key.value());
    }
    List<Variable> variables = new ArrayList<>();
    passed.forEach((name, value) -> {
      if (value != null) {
        variables.add(new Variable(name, value));
      }
    });
    return variables;
  }
}
