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
 * Places of the host that no session is shown. They are compared by path and by device and inode,
 * after links are followed.
 */
final class HiddenPlaces {

  /**
   * One of them.
   *
   * @param named where it lies by its name
   * @param real where it lies without links, or would
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

  /** The place that is this path, or in which it lies. */
  Optional<Place> holding(Path path) {
    for (Place place : places) {
      boolean isBelow = path.startsWith(place.real()) || path.startsWith(place.named());
      if (isBelow || aliasOf(place.real(), path).isPresent()) {
        return Optional.of(place);
      }
    }
    return Optional.empty();
  }

  /** The first place that lies below this path, or is it. */
  Optional<Place> firstBelow(Path path) {
    for (Place place : places) {
      if (place.named().startsWith(path) || pathBelow(path, place).isPresent()) {
        return Optional.of(place);
      }
    }
    return Optional.empty();
  }

  /** Where the places lie that lie below a directory, from that directory on. */
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

  /** The path itself or the directory above it that is another path's, by another name. */
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

  /** Asked once for each path: many questions are about the same directories. */
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
