package dev.bawn.launcher.plan;

import dev.bawn.contract.agent.Confinement;
import dev.bawn.contract.trust.Installation;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.record.StartedPlan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One more command in a session that runs, before anything is touched. It has the walls that the
 * session began with, whatever is set by now; which namespaces these are, the kernel knows.
 *
 * @param session what is written down about it
 * @param landlock whether abstract sockets and signals are closed in
 * @param environment all variables of the command, with values that are written down nowhere
 * @param argv what the start stub becomes; it appends the caller's own words
 */
public record JoinPlan(
    SessionRecord session, boolean landlock, List<Variable> environment, List<String> argv) {

  /** A variable that every session has: what is run where nobody says what. */
  private static final String SHELL = "SHELL";

  public JoinPlan {
    environment = List.copyOf(environment);
    argv = List.copyOf(argv);
  }

  /**
   * Plans it: pure.
   *
   * @param installation whose programs join the session
   * @param started how it began
   * @param confinement whether a wall may be missing that it began without
   * @param passed variables of the caller's
   * @param command the caller's own words, to look at only; where there are none, a shell
   */
  public static JoinPlan of(
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
    argv.add(started.session().inside().toString());
    argv.add(library.resolve(SessionPlanner.filter(started.nests())).toString());
    argv.add(scopes(started, confinement));
    if (command.isEmpty()) {
      argv.add(environment.getOrDefault(SHELL, "/bin/sh"));
    }
    return new JoinPlan(started.session(), started.landlock(), variables, argv);
  }

  /** A word of {@code join}. A network of its own has no abstract sockets of the machine. */
  private static String scopes(StartedPlan started, Confinement confinement) {
    boolean needed = started.landlock() || started.sharesNetwork();
    if (needed && confinement == Confinement.REQUIRED) {
      return "required";
    }
    return started.landlock() ? "closed" : "open";
  }

  /**
   * What is started.
   *
   * @param appended the caller's own arguments
   */
  public StartPlan start(List<String> appended) {
    List<String> arguments = new ArrayList<>();
    for (Variable variable : environment) {
      arguments.addAll(List.of(variable.name(), variable.value()));
    }
    return new StartPlan(argv, appended, List.of(), arguments);
  }
}
