package dev.bawn.launcher.plan;

import dev.bawn.contract.agent.Confinement;
import dev.bawn.contract.trust.Installation;
import dev.bawn.launcher.record.StartedPlan;
import dev.bawn.launcher.request.SessionArguments;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Plans one more command in a running session; reads no file. The command gets the sandbox of the
 * session's start, regardless of the present settings; the kernel knows the namespaces.
 */
public final class JoinPlanner {

  /** A variable that every session has: the program for a command line without a command. */
  private static final String SHELL = "SHELL";

  private JoinPlanner() {}

  /**
   * Plans the command.
   *
   * @param installation the installation whose programs join the session
   * @param started the plan of the session's start
   * @param confinement whether the command may run without a part of the sandbox that the session
   *     lacks
   * @param passed variables of the caller
   * @param command the caller's arguments; a shell if there are none
   */
  public static StartPlan plan(
      Installation installation,
      StartedPlan started,
      Confinement confinement,
      List<Variable> passed,
      List<String> command) {
    Map<String, String> environment = started.environment();
    for (Variable variable : passed) {
      environment.put(variable.name(), variable.value());
    }
    List<Variable> variables = new ArrayList<>();
    environment.forEach((name, value) -> variables.add(new Variable(name, value)));
    Path library = installation.library();
    List<String> argv = new ArrayList<>();
    argv.add("/usr/bin/perl");
    argv.add(library.resolve("join").toString());
    argv.add(started.directory().path().toString());
    argv.add(
        started
            .session()
            .inside()
            .resolve(SessionArguments.directory(started.session()).orElse(Path.of("")))
            .toString());
    argv.add(library.resolve(SessionPlanner.filter(started.nests())).toString());
    argv.add(scopes(started, confinement));
    if (started.isScoped()) {
      argv.add("--limited");
    }
    argv.addAll(EnforcedLimits.command(started.prlimit()));
    if (command.isEmpty()) {
      argv.add(environment.getOrDefault(SHELL, "/bin/sh"));
    }
    return StartPlan.of(StartPlan.Lifetime.JOINED, argv, command, variables);
  }

  /**
   * An argument of {@code join}. A separate network namespace has no abstract sockets of the
   * machine.
   */
  private static String scopes(StartedPlan started, Confinement confinement) {
    boolean needed = started.landlock() || started.sharesNetwork();
    if (needed && confinement == Confinement.REQUIRED) {
      return "required";
    }
    return started.landlock() ? "closed" : "open";
  }
}
