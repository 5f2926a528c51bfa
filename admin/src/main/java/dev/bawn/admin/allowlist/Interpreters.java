package dev.bawn.admin.allowlist;

import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the programs that a script needs, from its first line; see execve(2), "Interpreter
 * scripts".
 */
public final class Interpreters {

  /** The kernel reads at most this many bytes of a first line. */
  private static final int LONGEST_LINE = 255;

  private Interpreters() {}

  /**
   * Returns the canonical paths of the interpreters of a program; empty if it is not a script. A
   * script with {@code /usr/bin/env NAME} needs env and NAME, which may be a path.
   *
   * @throws NoSuchFileException with the path of an interpreter that is not installed
   */
  public static List<String> of(SystemLayout layout, String program) throws IOException {
    List<String> words = firstLine(layout.at(program.substring(1)));
    if (words.isEmpty()) {
      return List.of();
    }
    List<String> interpreters = new ArrayList<>();
    String interpreter = canonical(layout, words.getFirst());
    interpreters.add(interpreter);
    if (interpreter.endsWith("/env")) {
      words.stream()
          .skip(1)
          .filter(word -> !word.startsWith("-") && !word.contains("="))
          .findFirst()
          .ifPresent(name -> interpreters.add(name.startsWith("/") ? name : "/usr/bin/" + name));
    }
    List<String> all = new ArrayList<>();
    for (String each : interpreters) {
      String path = canonical(layout, each);
      all.add(path);
      all.addAll(of(layout, path));
    }
    return all;
  }

  private static List<String> firstLine(Path program) throws IOException {
    byte[] start;
    try (InputStream in = Files.newInputStream(program)) {
      start = in.readNBytes(LONGEST_LINE);
    }
    String text = new String(start, StandardCharsets.ISO_8859_1);
    if (!text.startsWith("#!")) {
      return List.of();
    }
    int end = text.indexOf('\n');
    return List.of(text.substring(2, end < 0 ? text.length() : end).strip().split("\\s+"));
  }

  private static String canonical(SystemLayout layout, String path) throws IOException {
    if (!path.startsWith("/")) {
      throw new NoSuchFileException(path);
    }
    Path real = layout.at(path.substring(1)).toRealPath();
    return "/" + layout.root().toRealPath().relativize(real);
  }
}
