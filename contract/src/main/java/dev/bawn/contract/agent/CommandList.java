package dev.bawn.contract.agent;

import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.failure.WrongUsage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The file {@code commands} of a policy directory: the commands that the agent may run, and the
 * state of their programs when the policy was signed. Each line contains the name of a command,
 * then the digest, inode, size in bytes, change time in nanoseconds and path of its program. The
 * order is that in which root allowed them:
 *
 * <pre>{@code
 * git 9f86… 131187 3710432 1763719331123456789 /usr/bin/git
 * }</pre>
 *
 * The manifest contains only the digest of this file, and the format is not TOML: otherwise the
 * commands would be nine tenths of the data that a launch hashes for the signature and parses as
 * TOML.
 */
public final class CommandList {

  /** The name of the file in a policy directory. */
  public static final String FILE = "commands";

  private static final int WORDS = 6;

  private CommandList() {}

  /**
   * Parses a list whose digest was verified.
   *
   * @throws Refused if it is not valid
   */
  public static List<AllowedCommand> read(byte[] bytes) {
    List<AllowedCommand> commands = new ArrayList<>();
    String text = new String(bytes, StandardCharsets.UTF_8);
    int line = 0;
    int end;
    for (int start = 0; start < text.length(); start = end + 1) {
      line++;
      end = text.indexOf('\n', start);
      try {
        commands.add(command(text.substring(start, end)));
      } catch (IndexOutOfBoundsException | IllegalArgumentException | WrongUsage e) {
        throw new Refused(
            FILE + ":" + line + ": expected a command, its digest, three numbers and a path", "");
      }
    }
    return commands;
  }

  /**
   * Parses the line of a command.
   *
   * @throws IllegalArgumentException if it is not valid
   */
  static AllowedCommand command(String line) {
    String[] words = line.split(" ", WORDS); // the last field, a path, may contain spaces
    if (words.length != WORDS) {
      throw new IllegalArgumentException("'" + line + "' has no " + WORDS + " words");
    }
    return new AllowedCommand(
        CommandName.of(words[0]),
        words[5],
        new Sha256(words[1]),
        Long.parseLong(words[2]),
        Long.parseLong(words[3]),
        Long.parseLong(words[4]));
  }

  /** The bytes of the file. */
  public static byte[] write(List<AllowedCommand> commands) {
    StringBuilder text = new StringBuilder();
    for (AllowedCommand command : commands) {
      text.append(command.name())
          .append(' ')
          .append(command.sha256())
          .append(' ')
          .append(command.ino())
          .append(' ')
          .append(command.size())
          .append(' ')
          .append(command.ctimeNs())
          .append(' ')
          .append(command.target())
          .append('\n');
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }
}
