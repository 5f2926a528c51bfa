package dev.bawn.admin.mirror;

import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.WrongUsage;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Paths of a project that its mirror contains although git ignores them: those of {@code --show}.
 */
public final class ShownPaths {

  /** The highest number of paths; enough for the dependencies of a repository with many parts. */
  private static final int MOST = 50;

  /**
   * A path: no part of it is empty, begins like an option, or is a name reserved by bawn or git.
   */
  private static final Pattern PATH =
      Pattern.compile(
          "(?!(?:\\.claude|\\.scratch|\\.incoming)(?:/|$))(?!.*(?:^|/)\\.git(?:/|$))"
              + "(?:(?!\\.{1,2}(?:/|$))[\\w.@+][\\w.@+ -]*)(?:/(?!\\.{1,2}(?:/|$))[\\w.@+][\\w.@+ -]*)*");

  private ShownPaths() {}

  /**
   * Returns the paths in these texts, which separate them by commas, sorted and without duplicates.
   *
   * @throws WrongUsage if one is not the path of a directory or a file in a project
   */
  public static List<String> of(List<String> typed) {
    List<String> paths =
        typed.stream().flatMap(each -> Stream.of(each.split(",", -1))).sorted().distinct().toList();
    for (String path : paths) {
      if (!PATH.matcher(path).matches()) {
        throw new WrongUsage(
            "'" + Printable.of(path) + "' cannot be shown: expected a path in the project",
            "for example: --show node_modules,.venv");
      }
    }
    if (paths.size() > MOST) {
      throw new WrongUsage(
          "--show has more than " + MOST + " paths", "name a directory above them");
    }
    return paths;
  }
}
