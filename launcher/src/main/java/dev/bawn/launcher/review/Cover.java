package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.RawName;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A few paths in which all of many lie: each is cut at one depth, the deepest at which so few are
 * left that a person reads them. However many paths there are, it takes no more memory.
 */
final class Cover {

  private static final int MOST = 5;
  private static final int DEEPEST = 16;

  /** For each depth the paths cut there, as long as they are few. */
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

  /** Where there are many, there are many at each greater depth. */
  private boolean isFew(int depth) {
    return cuts.get(depth).size() <= MOST;
  }

  /** Those few, sorted bytewise; the top itself where no others are few. */
  List<RawPath> paths() {
    int depth = DEEPEST;
    while (!isFew(depth)) {
      depth--;
    }
    return List.copyOf(cuts.get(depth));
  }
}
