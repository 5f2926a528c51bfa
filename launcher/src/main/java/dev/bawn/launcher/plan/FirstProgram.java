package dev.bawn.launcher.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * What a session runs first.
 *
 * @param tool the name of the tool that it is, or {@code command}
 * @param argv its words, where they are bawn's to say
 * @param appended the caller's own words, which the start stub appends byte for byte
 * @param shares what it needs to see
 * @param wishes what the definition of the tool wants of the session
 * @param choice why bawn chose this one, where the user named none and there are several; or empty
 */
public record FirstProgram(
    String tool,
    List<String> argv,
    List<String> appended,
    List<Share> shares,
    ToolRequirements wishes,
    String choice) {

  /** What a command of the caller's own is called where tools have a name. */
  public static final String COMMAND = "command";

  public FirstProgram {
    argv = List.copyOf(argv);
    appended = List.copyOf(appended);
    shares = List.copyOf(shares);
  }

  /** A command of the caller's own. */
  public static FirstProgram command(List<String> argv, List<String> appended) {
    return new FirstProgram(COMMAND, argv, appended, List.of(), ToolRequirements.NONE, "");
  }

  /** The same, with arguments of the caller's own, which the start stub appends. */
  public FirstProgram with(List<String> arguments) {
    return new FirstProgram(tool, argv, arguments, shares, wishes, choice);
  }

  /** The same, with arguments that bawn writes, as at an earlier start. */
  public FirstProgram followedBy(List<String> arguments) {
    List<String> all = new ArrayList<>(argv);
    all.addAll(arguments);
    return new FirstProgram(tool, all, appended, shares, wishes, choice);
  }

  /** The same, with the reason why it was chosen. */
  public FirstProgram chosen(String reason) {
    return new FirstProgram(tool, argv, appended, shares, wishes, reason);
  }

  /** What is written down of it: the command of the caller's own, now or at an earlier start. */
  List<String> written() {
    return !appended.isEmpty() || !tool.equals(COMMAND) ? appended : argv;
  }

  /** Whether env(1) would take its first word for NAME=VALUE. */
  boolean beginsAsAssignment() {
    List<String> words = argv.isEmpty() ? appended : argv;
    return !words.isEmpty() && words.getFirst().indexOf('=') >= 0;
  }
}
