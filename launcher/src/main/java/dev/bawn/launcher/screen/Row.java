package dev.bawn.launcher.screen;

import dev.bawn.launcher.review.RawPath;
import java.util.List;
import java.util.Optional;

/**
 * A line of the list.
 *
 * @param directory the directory of the entries
 * @param entry the entry of this line; empty for the line of a directory
 * @param below all entries that the line represents
 */
record Row(RawPath directory, Optional<Entry> entry, List<Entry> below) {

  Row {
    below = List.copyOf(below);
  }
}
