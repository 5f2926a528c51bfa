package dev.bawn.contract.agent;

import java.util.Optional;
import java.util.regex.Pattern;

/** The name of an environment variable that carries an API key into a session. */
public final class KeyName extends Name<KeyName> {

  private static final Pattern GRAMMAR = Pattern.compile("[A-Z][A-Z0-9_]{0,63}");

  /** Names that affect a shell or the loader; the start stub refuses the same ones again. */
  private static final Pattern STEERING =
      Pattern.compile("PATH|IFS|ENV|BASH.*|SHELLOPTS|(LD|GLIBC)_.*|GCONV_PATH");

  /**
   * @param text matches {@code [A-Z][A-Z0-9_]{0,63}}, and affects neither a shell nor the loader
   * @throws IllegalArgumentException if it is not such a name
   */
  public KeyName(String text) {
    super(text);
    if (!GRAMMAR.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "a key name has only A-Z, 0-9 and _, and begins with a letter");
    }
    if (STEERING.matcher(text).matches()) {
      throw new IllegalArgumentException(text + " changes how programs start");
    }
  }

  /** Parses a name. See the constructor for the refusals. */
  public static KeyName of(String text) {
    return new KeyName(text);
  }

  /** Parses a name; empty if it cannot be the name of a key. */
  public static Optional<KeyName> from(String text) {
    try {
      return Optional.of(of(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
