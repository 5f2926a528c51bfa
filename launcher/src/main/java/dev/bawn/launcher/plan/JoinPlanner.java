package dev.bawn.launcher.plan;

import dev.bawn.contract.agent.Confinement;
import dev.bawn.contract.trust.Installation;
import dev.bawn.launcher.record.StartedPlan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Plans one more command in a session that runs: pure. It has the sandbox that the session began
 * with, whatever is set by now; which namespaces these are, the kernel knows.
 */
public final class JoinPlanner {

  /** A variable that every session has: what is run where nobody says what. */
  private static final String SHELL = "SHELL";

  private JoinPlanner() {}

  /**
   * The plan.
   *
   * @param installation whose programs join the session
   * @param started how it began
   * @param confinement whether a part of the sandbox may be missing that it began without
   * @param passed variables of the caller's
   * @param command the caller's own words; where there are none, a shell
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
    argv.add(started.session().inside().toString());
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

  /** A word of {@code join}. A network of its own has no abstract sockets of the machine. */
  private static String scopes(StartedPlan started, Confinement confinement) {
    boolean needed = started.landlock() || started.sharesNetwork();
    if (needed && confinement == Confinement.REQUIRED) {
      return "required";
    }
    return started.landlock() ? "closed" : "open";
  }
}
