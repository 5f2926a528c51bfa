package dev.bawn.launcher.review;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The files of a project that a script of the user calls, and those that these call. bawn guesses
 * them from the words of the script: it takes each executable file, each missing file if the word
 * has a slash, and each file after the name of an interpreter.
 *
 * @param project its top
 * @param directory the directory in which the script runs
 */
record CalledFiles(Path project, Path directory) {

  /** The most bytes of a script that are read, and the most scripts. */
  private static final int LARGEST = 1 << 16;

  private static final int MOST = 100;

  private static final Pattern BETWEEN_WORDS = Pattern.compile("[\\s'\"`;&|<>()=,]+");

  /** What a shell replaces at the beginning of a word, for example by the top of the project. */
  private static final Pattern VARIABLE = Pattern.compile("^\\$(\\w+|\\{[^}]*})");

  private static final Pattern RUNS_NEXT =
      Pattern.compile("(.*/)?([a-z]*sh|python[\\d.]*|node|perl|ruby|php|lua|source|exec)|\\.|-x");

  /** The files, each by the path in the script. */
  Set<Path> of(Path script) {
    Set<Path> called = new LinkedHashSet<>();
    Set<Path> read = new LinkedHashSet<>();
    List<Path> left = new ArrayList<>(List.of(script));
    while (!left.isEmpty() && read.size() < MOST) {
      Path next = left.removeLast();
      if (read.add(next.normalize())) {
        for (Path each : in(next)) {
          if (called.add(each) && each.normalize().startsWith(project)) {
            left.add(each);
          }
        }
      }
    }
    return called;
  }

  private List<Path> in(Path script) {
    List<Path> called = new ArrayList<>();
    for (String line : text(script).lines().map(String::strip).toList()) {
      boolean isNext = false;
      for (String word : line.startsWith("#") ? new String[0] : BETWEEN_WORDS.split(line)) {
        for (Path each : candidates(word, script)) {
          if (isCalled(each, word.contains("/"), isNext)) {
            called.add(each);
          }
        }
        isNext = RUNS_NEXT.matcher(word).matches() || isNext && word.startsWith("-");
      }
    }
    return called;
  }

  private static boolean isCalled(Path file, boolean hasSlash, boolean isNext) {
    return Files.isRegularFile(file)
        ? isNext || hasSlash && Files.isExecutable(file)
        : hasSlash && !Files.exists(file, LinkOption.NOFOLLOW_LINKS);
  }

  /** A path after a variable may be relative to the directory of this record, or of the script. */
  private List<Path> candidates(String word, Path script) {
    String path = VARIABLE.matcher(word).replaceFirst("");
    try {
      return path.startsWith("/")
          ? List.of(
              Path.of(path),
              directory.resolve(path.substring(1)).normalize(),
              script.resolveSibling(path.substring(1)).normalize())
          : path.isEmpty() || path.startsWith("-") ? List.of() : List.of(directory.resolve(path));
    } catch (InvalidPathException e) {
      return List.of();
    }
  }

  private static String text(Path script) {
    if (!Files.isRegularFile(script)) {
      return "";
    }
    try (InputStream in = Files.newInputStream(script)) {
      String text = new String(in.readNBytes(LARGEST), StandardCharsets.UTF_8);
      return text.indexOf('\0') < 0 ? text : "";
    } catch (IOException e) {
      return "";
    }
  }
}
