package dev.bawn.launcher.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * What {@code session} runs once the command of a session has ended.
 *
 * @param removes whether it removes the session, unless only the session has some work; otherwise
 *     it names the changes
 * @param notice how the user learns of the end: {@code bell}, {@code desktop} or the path of a
 *     program, and then the environment of that; empty for not at all
 * @param environment the environment of {@code bawn} in there, each "NAME=VALUE"; without one it
 *     runs nothing
 */
public record SessionEnd(boolean removes, List<String> notice, List<String> environment) {

  public SessionEnd {
    notice = List.copyOf(notice);
    environment = List.copyOf(environment);
  }

  /** How the user learns of it, as arguments of {@code session}. */
  List<String> notification() {
    List<String> arguments = new ArrayList<>();
    for (String word : notice) {
      arguments.add("--notify");
      arguments.add(word);
    }
    return arguments;
  }

  /** The rest as arguments of {@code session}. */
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
