package dev.bawn.contract.agent;

import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.WrongUsage;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The short name of an assigned project: names its recipe, its mirror and its directory in a
 * session.
 */
public final class ProjectId extends Name<ProjectId> {

  private static final Pattern GRAMMAR = Pattern.compile("[a-z0-9][a-z0-9._-]{0,63}");
  private static final int LONGEST_BASE = 50;

  /**
   * @param text matches {@code [a-z0-9][a-z0-9._-]{0,63}}
   * @throws WrongUsage if {@code text} is not a valid id of a project
   */
  public ProjectId(String text) {
    super(text);
    if (!GRAMMAR.matcher(text).matches()) {
      throw new WrongUsage(
          "'" + Printable.of(text) + "' is not a project",
          "name a project as 'bawn agents' lists it, or by its path");
    }
  }

  /** Parses an id. See the constructor for the refusals. */
  public static ProjectId of(String text) {
    return new ProjectId(text);
  }

  /**
   * The default id of a project at this path: its base name in lower case, with unsafe characters
   * replaced.
   */
  public static ProjectId forPath(ProjectPath path) {
    byte[] base = path.baseName().toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8);
    StringBuilder id = new StringBuilder();
    for (int i = 0; i < Math.min(base.length, LONGEST_BASE); i++) {
      char c = (char) (base[i] & 0xff);
      boolean plain = c >= 'a' && c <= 'z' || c >= '0' && c <= '9';
      id.append(plain || id.length() > 0 && (c == '.' || c == '_') ? c : id.isEmpty() ? '0' : '-');
    }
    return new ProjectId(id.toString());
  }

  /**
   * This id with digits that tell two projects of one name apart.
   *
   * @param key the digits are the first ones of its SHA-256
   * @param length of the digits, at most 12
   */
  public ProjectId apart(String key, int length) {
    String digits = Sha256.ofText(key).hex().substring(0, length);
    String base = text().substring(0, Math.min(text().length(), LONGEST_BASE));
    return new ProjectId(base + "-" + digits);
  }
}
