package dev.bawn.launcher.plan;

import java.util.List;

/**
 * What an engine starts, and all that it knows of it. Each kind of session makes one: {@link
 * AgentPlan}, {@link SessionPlan} and {@link JoinPlan}.
 *
 * @param argv the program, an absolute path, and its arguments
 * @param appended the caller's own arguments, which follow. Bytes that are not UTF-8 are lost in
 *     them, so an engine that can appends the original ones
 * @param environment variables for the program besides those of the caller
 * @param privateArguments what the program reads on file descriptor 9, where no other user sees it:
 *     the mounts and the variables of a session
 */
public record StartPlan(
    List<String> argv,
    List<String> appended,
    List<Variable> environment,
    List<String> privateArguments) {

  public StartPlan {
    argv = List.copyOf(argv);
    appended = List.copyOf(appended);
    environment = List.copyOf(environment);
    privateArguments = List.copyOf(privateArguments);
  }
}
