package dev.bawn.contract.agent;

import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.WrongUsage;

/** A bare name of a command, as an agent types it. */
public final class CommandName extends Name<CommandName> {

  private static final int LONGEST = 63;

  /**
   * @param text matches {@code [A-Za-z0-9_][A-Za-z0-9._+-]{0,62}}, or is {@code [}
   * @throws WrongUsage if {@code text} is a path, or not a valid name
   */
  public CommandName(String text) {
    super(text);
    if (text.contains("/")) {
      throw new WrongUsage(
          "'" + Printable.of(text) + "' is a path; expected the name of a command",
          "use '" + Printable.of(text.substring(text.lastIndexOf('/') + 1)) + "'");
    }
    if (!text.equals("[") && !isName(text)) {
      throw new WrongUsage(
          "'" + Printable.of(text) + "' cannot be the name of a command",
          "use a bare name such as git");
    }
  }

  /**
   * Tells whether a text is a valid name. A regular expression for 60 names costs a launch a
   * millisecond.
   */
  private static boolean isName(String text) {
    if (text.isEmpty() || text.length() > LONGEST || ".+-".indexOf(text.charAt(0)) >= 0) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean plain = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
      if (!plain && "._+-".indexOf(c) < 0) {
        return false;
      }
    }
    return true;
  }

  /** Parses a name. See the constructor for the refusals. */
  public static CommandName of(String text) {
    return new CommandName(text);
  }
}
