package dev.bawn.admin.mirror;

import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.WrongUsage;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Paths of a project that a mirror has although git ignores them: those of {@code --show}. */
public final class ShownPaths {

  /** Enough for the dependencies of a repository with many parts. */
  private static final int MOST = 50;

  /** No part is empty, or begins as an option or a name of bawn's or git's own. */
  private static final Pattern PATH =
      Pattern.compile(
          "(?!(?:\\.claude|\\.scratch|\\.incoming)(?:/|$))(?!.*(?:^|/)\\.git(?:/|$))"
              + "(?:(?!\\.{1,2}(?:/|$))[\\w.@+][\\w.@+ -]*)(?:/(?!\\.{1,2}(?:/|$))[\\w.@+][\\w.@+ -]*)*");

  private ShownPaths() {}

  /**
   * The paths in these texts, each with commas between them, sorted and each once.
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
