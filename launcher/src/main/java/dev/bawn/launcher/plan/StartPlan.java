package dev.bawn.launcher.plan;

import dev.bawn.contract.sandbox.BubblewrapArguments;
import dev.bawn.contract.sandbox.SandboxStep;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What an engine starts, and all that it knows of it, whatever kind of session this is.
 *
 * @param lifetime what begins with it
 * @param argv the program, an absolute path, and its arguments
 * @param appended the caller's own arguments, which follow. Bytes that are not UTF-8 are lost in
 *     them, so an engine that can appends the original ones
 * @param variables for the program besides those of the caller, with values that are written down
 *     nowhere
 * @param mounts what bubblewrap builds, in order; none where root's recipe or a running session has
 *     them
 * @param stage where overlays are mounted before bubblewrap starts, without links
 */
public record StartPlan(
    Lifetime lifetime,
    List<String> argv,
    List<String> appended,
    List<Variable> variables,
    List<SandboxStep> mounts,
    Optional<Path> stage) {

  /** What begins with a start, and how its program learns of its variables. */
  public enum Lifetime {
    /** A session of a sealed agent: sudo passes on those variables that root allowed. */
    AGENT,
    /** A session of the caller's own: {@code open-mounts} reads them after the mounts. */
    OWN,
    /** A command that ends with a session that runs: {@code join} reads all its variables. */
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

  /** One without mounts of its own. */
  static StartPlan of(
      Lifetime lifetime, List<String> argv, List<String> appended, List<Variable> variables) {
    return new StartPlan(lifetime, argv, appended, variables, List.of(), Optional.empty());
  }

  /** A program outside of any sandbox. */
  public static StartPlan outside(List<String> argv) {
    return of(Lifetime.OUTSIDE, argv, List.of(), List.of());
  }

  /** All words of it, the caller's own included. */
  public List<String> words() {
    List<String> words = new ArrayList<>(argv);
    words.addAll(appended);
    return words;
  }

  /** The variables that the program has in its environment. */
  public List<Variable> environment() {
    return lifetime == Lifetime.AGENT ? variables : List.of();
  }

  /** What the program reads on file descriptor 9, where no other user sees it. */
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
