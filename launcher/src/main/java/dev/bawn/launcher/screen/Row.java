package dev.bawn.launcher.screen;

import dev.bawn.launcher.review.RawPath;
import java.util.List;
import java.util.Optional;

/**
 * A line of the list.
 *
 * @param directory in which the entries lie
 * @param entry the one of this line; nothing for the line of the directory
 * @param below all entries that the line stands for
 */
record Row(RawPath directory, Optional<Entry> entry, List<Entry> below) {

  Row {
    below = List.copyOf(below);
  }
}
