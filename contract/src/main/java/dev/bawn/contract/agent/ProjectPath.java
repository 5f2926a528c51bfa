package dev.bawn.contract.agent;

import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import java.nio.file.Path;

/**
 * The path of a project on the host.
 *
 * @param text absolute, normalized, UTF-8 without control characters; no directory of the system
 */
public record ProjectPath(String text) {

  /**
   * @throws Refused if a project cannot be at this path
   */
  public ProjectPath {
    if (!text.startsWith("/") || !Path.of(text).normalize().toString().equals(text)) {
      throw new Refused(
          "'" + Printable.of(text) + "' is not an absolute path",
          "give the full path of the project");
    }
    if (text.chars().anyMatch(c -> Character.isISOControl(c) || c == '\ufffd')) {
      throw new Refused(
          "the path '"
              + Printable.of(text)
              + "' contains control characters or bytes that are not UTF-8",
          "rename the directory, then assign it again");
    }
    if (SystemDirectories.contain(text) || text.startsWith("/home/") && text.indexOf('/', 6) < 0) {
      throw new Refused(
          "'" + text + "' is not a project: it is a home directory, or belongs to the system",
          "give the directory of one project");
    }
  }

  /**
   * Parses the path of a new project, which must be as it is shown.
   *
   * @throws Refused as the constructor, and if the path contains invisible characters
   */
  public static ProjectPath ofNew(String text) {
    ProjectPath path = new ProjectPath(text);
    if (!Printable.whole(text).equals(text)) {
      throw new Refused(
          "the path '" + Printable.of(text) + "' contains characters that a terminal does not show",
          "rename the directory, then assign it again");
    }
    return path;
  }

  /** Parses an absolute path. See the constructor for the refusals. */
  public static ProjectPath of(String text) {
    return new ProjectPath(text);
  }

  /** The last component. */
  public String baseName() {
    return text.substring(text.lastIndexOf('/') + 1);
  }

  @Override
  public String toString() {
    return text;
  }
}
