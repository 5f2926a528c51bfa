package dev.bawn.launcher.mount;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Paths of the host that no session gets as a mount. They are compared by path and by device and
 * inode, after links are followed.
 */
final class HiddenPlaces {

  /**
   * A hidden path.
   *
   * @param named the path itself
   * @param real the path without links, as far as it exists
   */
  record Place(Path named, Path real) {}

  private final Path home;
  private final List<Place> places = new ArrayList<>();
  private final Map<Path, Optional<Identity>> known = new HashMap<>();

  /**
   * @param home the caller's, without links
   * @param places absolute
   */
  HiddenPlaces(Path home, List<Path> places) {
    this.home = home;
    for (Path place : places) {
      this.places.add(new Place(place, withoutLinks(place)));
    }
  }

  private Path withoutLinks(Path named) {
    Path there = named;
    while (!there.equals(home) && !Files.exists(there)) {
      there = there.getParent();
    }
    try {
      return there.equals(home) ? named : there.toRealPath().resolve(there.relativize(named));
    } catch (IOException e) {
      return named;
    }
  }

  /** All of them. */
  List<Place> all() {
    return List.copyOf(places);
  }

  /** The hidden path that is this path, or contains it. */
  Optional<Place> holding(Path path) {
    for (Place place : places) {
      boolean isBelow = path.startsWith(place.real()) || path.startsWith(place.named());
      if (isBelow || aliasOf(place.real(), path).isPresent()) {
        return Optional.of(place);
      }
    }
    return Optional.empty();
  }

  /** The first hidden path that is this path, or is below it. */
  Optional<Place> firstBelow(Path path) {
    for (Place place : places) {
      if (place.named().startsWith(path) || pathBelow(path, place).isPresent()) {
        return Optional.of(place);
      }
    }
    return Optional.empty();
  }

  /** The hidden paths below a directory, relative to it. */
  List<Path> below(Path directory) {
    List<Path> below = new ArrayList<>();
    for (Place place : places) {
      pathBelow(directory, place).ifPresent(below::add);
    }
    return below;
  }

  private Optional<Path> pathBelow(Path directory, Place place) {
    if (place.real().startsWith(directory)) {
      return Optional.of(directory.relativize(place.real()));
    }
    Optional<Path> alias = aliasOf(directory, place.real());
    return alias.isPresent() ? Optional.of(alias.get().relativize(place.real())) : Optional.empty();
  }

  /**
   * The path itself or its parent directory that is the same file as another path under another
   * name.
   */
  private Optional<Path> aliasOf(Path other, Path path) {
    Optional<Identity> identity = identity(other);
    for (Path at = path; at != null && identity.isPresent(); at = at.getParent()) {
      Optional<Identity> each = identity(at);
      if (each.isPresent() && each.get().isThatOf(identity.get())) {
        return Optional.of(at);
      }
    }
    return Optional.empty();
  }

  /** The identity of a path, read once: many queries are about the same directories. */
  private Optional<Identity> identity(Path path) {
    Optional<Identity> found = known.get(path);
    if (found == null) {
      found = lookUp(path);
      known.put(path, found);
    }
    return found;
  }

  private static Optional<Identity> lookUp(Path path) {
    try {
      return Files.exists(path) ? Optional.of(Identity.of(path)) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
