package dev.bawn.launcher.plan;

import dev.bawn.contract.failure.Printable;
import java.util.ArrayList;
import java.util.List;

/**
 * The program of a session.
 *
 * @param tool the name of the tool, or {@code command}
 * @param argv the arguments that bawn writes
 * @param appended the caller's arguments, which the start stub appends byte for byte
 * @param shares the paths of the host that it needs
 * @param wishes the requirements in the definition of the tool
 * @param choice the reason why bawn chose this tool or this conversation, if the user may expect
 *     another one; otherwise empty
 */
public record FirstProgram(
    String tool,
    List<String> argv,
    List<String> appended,
    List<Share> shares,
    ToolRequirements wishes,
    String choice) {

  /** The name of a command that is no tool. */
  public static final String COMMAND = "command";

  public FirstProgram {
    argv = List.copyOf(argv);
    appended = List.copyOf(appended);
    shares = List.copyOf(shares);
  }

  /** A command of the caller. */
  public static FirstProgram command(List<String> argv, List<String> appended) {
    return new FirstProgram(COMMAND, argv, appended, List.of(), ToolRequirements.NONE, "");
  }

  /** This program with arguments of the caller, which the start stub appends. */
  public FirstProgram with(List<String> arguments) {
    return new FirstProgram(tool, argv, arguments, shares, wishes, choice);
  }

  /** This program with arguments that bawn writes, as at an earlier start. */
  public FirstProgram followedBy(List<String> arguments) {
    List<String> all = new ArrayList<>(argv);
    all.addAll(arguments);
    return new FirstProgram(tool, all, appended, shares, wishes, choice);
  }

  /** This program with the requirements of a tool. */
  public FirstProgram requiring(ToolRequirements requirements) {
    return new FirstProgram(tool, argv, appended, shares, requirements, choice);
  }

  /** This program with the reason why it was chosen. */
  public FirstProgram chosen(String reason) {
    return new FirstProgram(tool, argv, appended, shares, wishes, reason);
  }

  /** Its tool, or the first word of the command, with the reason why bawn chose it. */
  public String shown() {
    String name = tool.equals(COMMAND) ? Printable.of(words().getFirst()) : tool;
    return choice.isEmpty() ? name : name + " (" + choice + ")";
  }

  private List<String> words() {
    return argv.isEmpty() ? appended : argv;
  }

  /** The arguments in the record: the caller's command, of this start or of an earlier one. */
  List<String> written() {
    return !appended.isEmpty() || !tool.equals(COMMAND) ? appended : argv;
  }

  /** Tells whether env(1) would take the first argument for NAME=VALUE. */
  boolean beginsAsAssignment() {
    return !words().isEmpty() && words().getFirst().indexOf('=') >= 0;
  }
}
