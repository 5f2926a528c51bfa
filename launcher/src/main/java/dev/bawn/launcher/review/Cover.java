package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.RawName;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Summarizes many paths by a few prefixes. All paths are cut at one depth, the deepest at which at
 * most {@code MOST} different prefixes are left. The memory does not grow with the number of paths.
 */
final class Cover {

  private static final int MOST = 5;
  private static final int DEEPEST = 16;

  /** For each depth the different prefixes, as long as they are few. */
  private final List<Set<RawPath>> cuts = new ArrayList<>();

  Cover() {
    for (int depth = 0; depth <= DEEPEST; depth++) {
      cuts.add(new TreeSet<>());
    }
  }

  void add(RawPath path) {
    List<RawName> names = path.names();
    RawPath cut = RawPath.TOP;
    for (int depth = 0; depth <= DEEPEST && isFew(depth); depth++) {
      if (depth > 0 && depth <= names.size()) {
        cut = cut.resolve(names.get(depth - 1));
      }
      cuts.get(depth).add(cut);
    }
  }

  /**
   * Tells whether few prefixes are left at a depth. If a depth has many, each greater depth has
   * many.
   */
  private boolean isFew(int depth) {
    return cuts.get(depth).size() <= MOST;
  }

  /** The prefixes, sorted bytewise; the top alone if no other depth has few. */
  List<RawPath> paths() {
    int depth = DEEPEST;
    while (!isFew(depth)) {
      depth--;
    }
    return List.copyOf(cuts.get(depth));
  }
}
