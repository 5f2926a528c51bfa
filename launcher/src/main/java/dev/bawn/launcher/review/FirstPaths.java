package dev.bawn.launcher.review;

import java.util.ArrayList;
import java.util.List;

/**
 * The first of many paths.
 *
 * @param count the number of all paths
 * @param first the first of them
 */
public record FirstPaths(long count, List<RawPath> first) {

  /** No path. */
  public static final FirstPaths NONE = new FirstPaths(0, List.of());

  private static final int SHOWN = 3;

  public FirstPaths {
    first = List.copyOf(first);
  }

  /** Counts paths one by one, and keeps the first. */
  static final class Counted {
    private final List<RawPath> first = new ArrayList<>();
    private long count;

    void add(RawPath path) {
      count++;
      if (first.size() < SHOWN) {
        first.add(path);
      }
    }

    FirstPaths paths() {
      return new FirstPaths(count, first);
    }
  }
}
