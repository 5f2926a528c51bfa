package dev.bawn.contract.agent;

import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.WrongUsage;
import java.util.regex.Pattern;

/**
 * A bare name of a command, as an agent types it.
 *
 * @param text matches {@code [A-Za-z0-9_][A-Za-z0-9._+-]{0,62}}, or is {@code [}
 */
public record CommandName(String text) implements Comparable<CommandName> {

  private static final Pattern GRAMMAR = Pattern.compile("\\[|[A-Za-z0-9_][A-Za-z0-9._+-]{0,62}");

  /**
   * @throws WrongUsage if {@code text} is a path or no command's name
   */
  public CommandName {
    if (text.contains("/")) {
      throw new WrongUsage(
          "'" + Printable.of(text) + "' is a path, and commands are allowed by their bare name",
          "use '" + Printable.of(text.substring(text.lastIndexOf('/') + 1)) + "'");
    }
    if (!GRAMMAR.matcher(text).matches()) {
      throw new WrongUsage(
          "'" + Printable.of(text) + "' cannot be the name of a command",
          "use a bare name such as git");
    }
  }

  /** Parses a name. See the constructor for what it refuses. */
  public static CommandName of(String text) {
    return new CommandName(text);
  }

  @Override
  public int compareTo(CommandName other) {
    return text.compareTo(other.text);
  }

  @Override
  public String toString() {
    return text;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CommandName that && text.equals(that.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }
}
