package dev.bawn.launcher.mount;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The directories of bawn's files of a user: settings, keys, trusted projects, session records and
 * homes. A session that could write there would control later sessions; one that could read there
 * would have the logins of others.
 *
 * @param places the directories, absolute, whether they exist yet or not
 */
public record PrivateDirectories(List<Path> places) {

  public PrivateDirectories {
    places = List.copyOf(places);
  }

  /**
   * The directory that is in a path, is it, or contains it, under any name.
   *
   * @param path without links
   */
  public Optional<Path> meeting(Path path) {
    for (Path place : places) {
      if (meet(place, path)) {
        return Optional.of(place);
      }
    }
    return Optional.empty();
  }

  /**
   * Tells whether one of two paths contains the other, or they are equal.
   *
   * @param place links in it are followed, as far as it exists
   * @param path without links
   */
  public static boolean meet(Path place, Path path) {
    Path really = withoutLinks(place);
    return place.startsWith(path)
        || path.startsWith(place)
        || really.startsWith(path)
        || path.startsWith(really);
  }

  /** The path without links, as far as it exists. */
  private static Path withoutLinks(Path place) {
    Path there = place;
    while (!Files.exists(there)) {
      there = there.getParent();
    }
    try {
      return there.toRealPath().resolve(there.relativize(place));
    } catch (IOException e) {
      return place;
    }
  }
}
