package dev.bawn.contract.agent;

import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import java.nio.file.Path;

/**
 * Where a project lies on the host.
 *
 * @param text absolute, normalised, UTF-8 without control characters; no directory of the system's
 */
public record ProjectPath(String text) {

  /**
   * @throws Refused if a project cannot lie there
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

  /** Takes an absolute path as it is. See the constructor for what it refuses. */
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
