package dev.bawn.launcher.record;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Name;
import dev.bawn.contract.agent.ProjectId;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.WrongUsage;
import java.text.Normalizer;
import java.util.Locale;

/**
 * The name of a session under the caller's own user. Its directories have the same name. An agent's
 * work on a project has a name, too: both names separated by a space, as they are typed.
 */
public final class SessionName extends Name<SessionName> {

  private static final int LONGEST = 63;
  private static final int LONGEST_BASE = 40;

  /**
   * @param text matches {@code [A-Za-z0-9][A-Za-z0-9._-]{0,62}}
   * @throws WrongUsage if {@code text} cannot be the name of a session
   */
  public SessionName(String text) {
    super(text);
    if (!isName(text)) {
      throw new WrongUsage(
          "'" + Printable.of(text) + "' cannot be the name of a session",
          "use at most 63 of a-z, A-Z, 0-9, '.', '_' and '-'; begin with a letter or a digit");
    }
  }

  private SessionName(AgentName agent, ProjectId project) {
    super(agent + " " + project);
  }

  /** The name of an agent's work on a project. */
  public static SessionName of(AgentName agent, ProjectId project) {
    return new SessionName(agent, project);
  }

  /** A recorded name of either kind. */
  public static SessionName read(String text) {
    int space = text.indexOf(' ');
    return space < 0
        ? of(text)
        : of(AgentName.of(text.substring(0, space)), ProjectId.of(text.substring(space + 1)));
  }

  /** Tells whether it names the work of an agent. */
  public boolean isOfAgent() {
    return text().indexOf(' ') >= 0;
  }

  /** The name of its branch in the project; every project has its own branches. */
  public String branch() {
    return "bawn/" + (isOfAgent() ? text().substring(0, text().indexOf(' ')) : text());
  }

  /** The name as a file name. */
  String file() {
    return text().replace(' ', '@');
  }

  /** Parses a name. See the constructor for what it refuses. */
  public static SessionName of(String text) {
    return new SessionName(text);
  }

  /**
   * The name of a project's session with this number, from the project's base name: its letters
   * without accents, and one dash for all characters in a row that a name cannot contain.
   */
  public static SessionName numbered(String baseName, int number) {
    // the upper case of a sharp s has two letters
    String letters =
        Normalizer.normalize(baseName.toUpperCase(Locale.ROOT), Normalizer.Form.NFKD)
            .replaceAll("\\p{M}", "")
            .replaceAll("[^A-Z0-9._-]+", "-");
    return new SessionName(base(letters).replaceFirst("-$", "") + "-" + number);
  }

  /** The base name of a project, as names of sessions can contain it. */
  public static String base(String baseName) {
    StringBuilder base = new StringBuilder();
    for (int i = 0; i < Math.min(baseName.length(), LONGEST_BASE); i++) {
      char c = Character.toLowerCase(baseName.charAt(i));
      boolean first = base.isEmpty();
      if (isPlain(c) || !first && isMark(c)) {
        base.append(c);
      } else if (!first) {
        base.append('-');
      }
    }
    return base.isEmpty() ? "session" : base.toString();
  }

  private static boolean isName(String text) {
    if (text.isEmpty() || text.length() > LONGEST || !isPlain(text.charAt(0))) {
      return false;
    }
    for (int i = 1; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!isPlain(c) && !isMark(c)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isPlain(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
  }

  private static boolean isMark(char c) {
    return c == '.' || c == '_' || c == '-';
  }
}
