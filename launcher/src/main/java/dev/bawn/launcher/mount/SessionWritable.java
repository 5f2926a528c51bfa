package dev.bawn.launcher.mount;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The directories of the host that any session of the caller could ever write: projects of bind
 * sessions, writable shares and named homes. A session may have made a link anywhere below one.
 */
public final class SessionWritable {

  private final Supplier<List<Path>> source;
  private List<Path> places;
  private List<Identity> identities;

  /**
   * @param source reads the directories, which most starts do not need
   */
  public SessionWritable(Supplier<List<Path>> source) {
    this.source = source;
  }

  /**
   * The directory that contains a file, under any name.
   *
   * @param path without links; a link at its end is the file itself
   */
  Optional<Path> above(Path path) {
    read();
    for (Path at = path.getParent(); at != null && !places.isEmpty(); at = at.getParent()) {
      Optional<Path> place = named(at);
      if (place.isPresent()) {
        return place;
      }
    }
    return Optional.empty();
  }

  /** As {@link #above}, and also a directory that is the path itself. */
  Optional<Path> holding(Path path) {
    read();
    Optional<Path> place = places.isEmpty() ? Optional.empty() : named(path);
    return place.isPresent() ? place : above(path);
  }

  private Optional<Path> named(Path path) {
    for (Path place : places) {
      if (place.equals(path)) {
        return Optional.of(place);
      }
    }
    try {
      Identity identity = Identity.of(path);
      for (int i = 0; i < places.size(); i++) {
        if (identities.get(i).isThatOf(identity)) {
          return Optional.of(places.get(i));
        }
      }
    } catch (IOException e) {
      return Optional.empty();
    }
    return Optional.empty();
  }

  private void read() {
    if (places != null) {
      return;
    }
    places = source.get();
    identities = new ArrayList<>();
    for (Path place : places) {
      identities.add(identity(place));
    }
  }

  /** The identity of a directory; for a missing one an identity that no file has. */
  private static Identity identity(Path place) {
    try {
      return Identity.of(place);
    } catch (IOException e) {
      return new Identity("");
    }
  }
}
