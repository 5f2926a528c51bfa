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
 * path_resolution(7). A merge may take any part of what the layers have, so the links of all of
 * them count. {@code .git} is not inside: git runs what a build writes there. A {@code ..} behind a
 * name leads to the parent of what that name will be one day: such a target is never inside. One
 * for each review: it looks at each path once.
 */
final class LinkTarget {

  /** Links on the way at the most; the kernel follows 40, see path_resolution(7). */
  private static final int MOST_LINKS = 40;

  /** Names on all ways of a link: a longer way is not checked. */
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
     * @return nothing where nothing is there; no target for anything else than a link
     */
    Optional<List<String>> at(RawPath path) throws IOException;
  }

  /**
   * Something that a layer has.
   *
   * @param isInGit whether it is a {@code .git}, or lies in one
   * @param ways of the links at the path; nothing for one that is never inside
   * @param below what is known by now of the names in it
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
   * A target that is not outside by its text alone.
   *
   * @param up how many directories it leads up at first
   * @param names it goes on with
   */
  private record Way(int up, List<String> names) {

    /** Nothing if a target is never inside. */
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
   * Whether a link can lead out of the project.
   *
   * @param target its text, a character for each byte
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
   * Follows a way to its end, by every link on it.
   *
   * @param rest the names behind the link
   * @param links how many were followed
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
