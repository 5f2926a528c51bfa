package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.RawName;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Decides whether links lead out of a project, name by name, as the kernel follows them, see
 * path_resolution(7). A merge may take any part of the layers, so the links of all of them count.
 * {@code .git} is outside: git runs commands that a build writes there. After a name, {@code ..}
 * leads to the parent of the file that will have that name later; such a target counts as outside.
 * An instance serves one review, and reads each path once.
 */
final class LinkTarget {

  /** The most links on one way; the kernel follows 40, see path_resolution(7). */
  private static final int MOST_LINKS = 40;

  /** The most names on all ways of a link; a longer way counts as leading out. */
  private static final int MOST_NAMES = 200;

  private final List<Layer> layers;
  private final Place top = new Place(RawPath.TOP, Optional.empty(), false, Set.of());

  /** The names that may still be looked up for the present link. */
  private int left;

  /** A layer in which names are looked up. */
  @FunctionalInterface
  interface Layer {
    /**
     * The targets of the links at a path.
     *
     * @return empty if the path does not exist; an empty list for anything but a link
     */
    Optional<List<String>> at(RawPath path) throws IOException;
  }

  /**
   * A path in the layers.
   *
   * @param isInGit whether it is a {@code .git}, or lies in one
   * @param ways the targets of the links at the path; empty for a target that is always outside
   * @param below the names in it that are known so far
   */
  private record Place(
      RawPath path,
      Optional<Place> parent,
      boolean isInGit,
      Set<Optional<Way>> ways,
      Map<String, Optional<Place>> below) {

    Place(RawPath path, Optional<Place> parent, boolean isInGit, Set<Optional<Way>> ways) {
      this(path, parent, isInGit, ways, new HashMap<>());
    }
  }

  /**
   * A target that may be inside.
   *
   * @param up the number of leading {@code ..}
   * @param names the names after them
   */
  private record Way(int up, List<String> names) {

    /** Parses a target; empty if it is always outside. */
    static Optional<Way> of(String target) {
      int up = 0;
      List<String> names = new ArrayList<>();
      String[] all = target.split("/", MOST_NAMES + 1);
      if (target.startsWith("/") || all.length > MOST_NAMES) {
        return Optional.empty();
      }
      for (String name : all) {
        if (name.equals("..") && names.isEmpty()) {
          up++;
        } else if (name.equals("..") || GitFiles.isDotGit(name)) {
          return Optional.empty();
        } else if (!name.isEmpty() && !name.equals(".")) {
          names.add(name);
        }
      }
      return Optional.of(new Way(up, names));
    }
  }

  /**
   * @param layers in which names are looked up
   */
  LinkTarget(List<Layer> layers) {
    this.layers = List.copyOf(layers);
  }

  /**
   * Tells whether a link can lead out of the project.
   *
   * @param target its text, one character for each byte
   */
  boolean leadsOut(RawPath link, String target) throws IOException {
    left = MOST_NAMES;
    RawPath directory = link.parent();
    Optional<Way> way = Way.of(target);
    if (way.isEmpty() || directory.names().size() > MOST_NAMES) {
      return true;
    }
    Optional<Place> place = Optional.of(top);
    for (RawName name : directory.names()) {
      place = below(place.get(), name.bytes());
      if (place.isEmpty()) {
        return true; // the session has just removed it
      }
    }
    return follow(place.get(), way.get(), List.of(), 1);
  }

  /**
   * Follows a way to its end, through every link on it.
   *
   * @param rest the names after the link
   * @param links the number of links followed so far
   */
  private boolean follow(Place from, Way way, List<String> rest, int links) throws IOException {
    left -= 1 + way.up();
    if (left < 0 || links > MOST_LINKS) {
      return true;
    }
    Place at = from;
    for (int up = 0; up < way.up(); up++) {
      if (at.parent().isEmpty()) {
        return true;
      }
      at = at.parent().get();
    }
    if (at.isInGit()) {
      return true;
    }
    List<String> names = new ArrayList<>(way.names());
    names.addAll(rest);
    for (int next = 0; next < names.size(); next++) {
      left--;
      Optional<Place> place = left < 0 ? Optional.empty() : below(at, names.get(next));
      if (place.isEmpty()) {
        return left < 0;
      }
      for (Optional<Way> each : place.get().ways()) {
        List<String> behind = names.subList(next + 1, names.size());
        if (each.isEmpty() || follow(at, each.get(), behind, links + 1)) {
          return true;
        }
      }
      at = place.get();
    }
    return false;
  }

  private Optional<Place> below(Place directory, String name) throws IOException {
    Optional<Place> known = directory.below().get(name);
    if (known == null) {
      known = look(directory, name);
      directory.below().put(name, known);
    }
    return known;
  }

  private Optional<Place> look(Place directory, String name) throws IOException {
    RawPath path = directory.path().resolve(new RawName(name));
    boolean isThere = false;
    Set<Optional<Way>> ways = new LinkedHashSet<>();
    for (Layer layer : layers) {
      Optional<List<String>> targets = layer.at(path);
      isThere |= targets.isPresent();
      for (String target : targets.orElse(List.of())) {
        ways.add(Way.of(target));
      }
    }
    boolean isInGit = directory.isInGit() || GitFiles.isDotGit(name);
    return isThere
        ? Optional.of(new Place(path, Optional.of(directory), isInGit, ways))
        : Optional.empty();
  }
}
