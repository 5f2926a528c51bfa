package dev.bawn.launcher.session;

import java.util.List;

/**
 * What a session runs first.
 *
 * @param tool the name of the tool that it is, or {@code command}
 * @param argv its words, where they are bawn's to say
 * @param appended the caller's own words, which the start stub appends byte for byte
 * @param shares what it needs to see
 */
public record FirstProgram(
    String tool, List<String> argv, List<String> appended, List<Share> shares) {

  /** What a command of the caller's own is called where tools have a name. */
  public static final String COMMAND = "command";

  public FirstProgram {
    argv = List.copyOf(argv);
    appended = List.copyOf(appended);
    shares = List.copyOf(shares);
  }
}
