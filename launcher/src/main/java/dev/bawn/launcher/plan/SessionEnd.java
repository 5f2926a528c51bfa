package dev.bawn.launcher.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * The work of {@code session} after the end of a session's command.
 *
 * @param removes whether it removes the session, unless it has unmerged work; otherwise it prints
 *     the changes
 * @param isPassing whether the session is removed then, by {@code session} or by its caller: no
 *     message names a command for later
 * @param login for {@code bawn login}: the tool and the files of its login; the tool writes one of
 *     them. Empty for other sessions
 * @param notice how to notify the user: {@code bell}, {@code desktop} or the path of a program,
 *     followed by its environment; empty for no notice
 * @param environment the environment of {@code bawn}, each "NAME=VALUE"; if empty, no {@code bawn}
 *     runs
 */
public record SessionEnd(
    boolean removes,
    boolean isPassing,
    List<String> login,
    List<String> notice,
    List<String> environment) {

  public SessionEnd {
    login = List.copyOf(login);
    notice = List.copyOf(notice);
    environment = List.copyOf(environment);
  }

  /** The notice as arguments of {@code session}. */
  List<String> notification() {
    List<String> arguments = new ArrayList<>();
    for (String word : notice) {
      arguments.add("--notify");
      arguments.add(word);
    }
    return arguments;
  }

  /** The other fields as arguments of {@code session}. */
  List<String> arguments() {
    List<String> arguments = new ArrayList<>();
    for (String word : login) {
      arguments.add("--login");
      arguments.add(word);
    }
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
