package dev.bawn.launcher.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * What {@code session} runs once the command of a session has ended.
 *
 * @param removes whether it removes the session, unless only the session has some work; otherwise
 *     it names the changes
 * @param environment the environment of {@code bawn} in there, each "NAME=VALUE"; without one it
 *     runs nothing
 */
public record SessionEnd(boolean removes, List<String> environment) {

  /** Nothing is run. */
  public static final SessionEnd SILENT = new SessionEnd(false, List.of());

  public SessionEnd {
    environment = List.copyOf(environment);
  }

  /** It as arguments of {@code session}. */
  List<String> arguments() {
    List<String> arguments = new ArrayList<>();
    if (removes) {
      arguments.add("--remove");
    }
    for (String variable : environment) {
      arguments.add("--tell");
      arguments.add(variable);
    }
    return arguments;
  }
}
