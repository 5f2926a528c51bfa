package dev.bawn.launcher.plan;

import dev.bawn.contract.sandbox.BubblewrapArguments;
import dev.bawn.contract.sandbox.SandboxStep;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The input of an engine for any kind of session.
 *
 * @param lifetime the process that begins
 * @param argv the program, an absolute path, and its arguments
 * @param appended the caller's arguments, which follow. They have lost bytes that are not UTF-8, so
 *     an engine appends the original ones if it can
 * @param variables for the program, in addition to the caller's, with values that are never written
 *     to a file
 * @param mounts the steps for bubblewrap, in order; empty if root's recipe or a running session has
 *     them
 * @param stage the directory in which overlays are mounted before bubblewrap starts, without links
 */
public record StartPlan(
    Lifetime lifetime,
    List<String> argv,
    List<String> appended,
    List<Variable> variables,
    List<SandboxStep> mounts,
    Optional<Path> stage) {

  /** The kind of process that a start begins, which decides how it receives its variables. */
  public enum Lifetime {
    /** An agent session: sudo passes on the variables that root allowed. */
    AGENT,
    /** An agent session with a record: {@code session} reads them, and gives them to sudo. */
    RECORDED_AGENT,
    /** An unprivileged session: {@code open-mounts} reads them after the mounts. */
    OWN,
    /** A command that ends with a running session: {@code join} reads all its variables. */
    JOINED,
    /** A program outside of any sandbox, such as tmux. */
    OUTSIDE
  }

  public StartPlan {
    argv = List.copyOf(argv);
    appended = List.copyOf(appended);
    variables = List.copyOf(variables);
    mounts = List.copyOf(mounts);
  }

  /** A plan without mounts. */
  static StartPlan of(
      Lifetime lifetime, List<String> argv, List<String> appended, List<Variable> variables) {
    return new StartPlan(lifetime, argv, appended, variables, List.of(), Optional.empty());
  }

  /** A program outside of any sandbox. */
  public static StartPlan outside(List<String> argv) {
    return of(Lifetime.OUTSIDE, argv, List.of(), List.of());
  }

  /** All arguments, including the caller's. */
  public List<String> words() {
    List<String> words = new ArrayList<>(argv);
    words.addAll(appended);
    return words;
  }

  /** The variables that are passed in the environment of the program. */
  public List<Variable> environment() {
    return lifetime == Lifetime.AGENT ? variables : List.of();
  }

  /** The arguments that the program reads on file descriptor 9, which no other user can read. */
  public List<String> privateArguments() {
    List<String> arguments = new ArrayList<>();
    if (stage.isPresent()) {
      arguments.addAll(List.of("2", "--stage", stage.get().toString()));
    }
    arguments.addAll(BubblewrapArguments.counted(mounts));
    for (Variable variable : variables) {
      if (lifetime == Lifetime.OWN) {
        arguments.addAll(List.of("3", "--setenv"));
      }
      if (lifetime != Lifetime.AGENT) {
        arguments.addAll(List.of(variable.name(), variable.value()));
      }
    }
    return arguments;
  }
}
