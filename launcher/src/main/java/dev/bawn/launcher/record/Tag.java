package dev.bawn.launcher.record;

import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.WrongUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A label of a session, by which commands select sessions.
 *
 * @param key the kind of label
 * @param value may be empty
 */
public record Tag(String key, String value) {

  /** The option that gives a session a tag. */
  public static final String OPTION = "--tag";

  /** The longest key or value, as long as the name of a session. */
  private static final int LONGEST = 63;

  /**
   * Parses {@code KEY=VALUE}.
   *
   * @throws WrongUsage if it is not valid
   */
  public static Tag of(String text) {
    return of(text, "KEY=VALUE");
  }

  /**
   * Parses {@code KEY=VALUE}.
   *
   * @param forms the valid forms of the argument, for the hint
   * @throws WrongUsage if it is not valid
   */
  public static Tag of(String text, String forms) {
    return read(text)
        .orElseThrow(() ->
            new WrongUsage(
                "'" + Printable.of(text) + "' is not a tag",
                "use "
                    + forms
                    + ", at most 63 characters each; KEY: letters, digits, '.', '_' and '-';"
                    + " VALUE: without control characters"));
  }

  /**
   * Parses the tags of a start.
   *
   * @throws WrongUsage if one is not valid, or a key has two values
   */
  public static List<Tag> all(List<String> texts) {
    List<Tag> tags = new ArrayList<>();
    for (String text : texts) {
      Tag tag = of(text);
      for (Tag other : tags) {
        if (other.key.equals(tag.key)) {
          throw new WrongUsage(
              "the tag '" + tag.key + "' has two values", "give each key once: --tag KEY=VALUE");
        }
      }
      tags.add(tag);
    }
    return tags;
  }

  /** Parses a stored tag; empty if it is not valid. */
  static Optional<Tag> read(String text) {
    int equals = text.indexOf('=');
    return equals > 0 && isKey(text.substring(0, equals)) && isValue(text.substring(equals + 1))
        ? Optional.of(new Tag(text.substring(0, equals), text.substring(equals + 1)))
        : Optional.empty();
  }

  /** Tells whether a text can be the key of a tag. */
  public static boolean isKey(String text) {
    return text.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");
  }

  private static boolean isValue(String text) {
    return text.length() <= LONGEST && Printable.whole(text).equals(text);
  }

  /** The tag as it is typed. */
  public String text() {
    return key + "=" + value;
  }
}
