package dev.bawn.contract.agent;

import dev.bawn.contract.failure.Refused;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The file {@code libraries} of a policy directory: the library directories that a session shows,
 * and those that it hides because they contain programs that no allowed command needs. A directory
 * in neither list was created later; the script {@code enter} hides it, too. The file has two
 * lines, for that script:
 *
 * <pre>{@code
 * :/usr/lib/locale:/usr/lib/python3:
 * :/usr/lib/jvm:
 * }</pre>
 *
 * @param shown absolute paths
 * @param hidden absolute paths
 */
public record LibraryList(SortedSet<String> shown, SortedSet<String> hidden) {

  /** The name of the file in a policy directory. */
  public static final String FILE = "libraries";

  private static final String SEPARATOR = ":";

  /**
   * Parses a list whose digest was verified.
   *
   * @throws Refused if it is not valid
   */
  public static LibraryList read(byte[] bytes) {
    List<String> lines = new String(bytes, StandardCharsets.UTF_8).lines().toList();
    if (lines.size() != 2) {
      throw new Refused(FILE + ": expected two lines", "");
    }
    return new LibraryList(paths(lines.getFirst()), paths(lines.getLast()));
  }

  private static SortedSet<String> paths(String line) {
    SortedSet<String> paths = new TreeSet<>(List.of(line.split(SEPARATOR)));
    paths.remove("");
    return paths;
  }

  /**
   * The bytes of the file. A path that the format cannot contain is left out, so that it is hidden.
   */
  public byte[] write() {
    return (line(shown) + line(hidden)).getBytes(StandardCharsets.UTF_8);
  }

  private static String line(SortedSet<String> paths) {
    StringBuilder line = new StringBuilder(SEPARATOR);
    for (String path : paths) {
      if (!path.contains(SEPARATOR) && !path.contains("\n")) {
        line.append(path).append(SEPARATOR);
      }
    }
    return line.append('\n').toString();
  }
}
