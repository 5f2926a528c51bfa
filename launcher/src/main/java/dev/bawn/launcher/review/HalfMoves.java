package dev.bawn.launcher.review;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Removed files that were moved to a path that is not merged: to remove them would carry out only
 * half of the move. {@link Moves} does not see a move onto a file of others, so such targets are
 * also compared by content. Each file is read once.
 */
public final class HalfMoves {

  private final Layers layers;
  private final Collection<Change> changes;
  private final Map<RawPath, RawPath> places = new HashMap<>();
  private final Set<RawPath> targets;
  private final Map<RawPath, Optional<String>> hashes = new HashMap<>();
  private long bytesLeft = Moves.MOST_BYTES;

  /**
   * @param changes the changes that may contain the new paths
   * @param moves each new path with the old one
   */
  public HalfMoves(Layers layers, Collection<Change> changes, Map<RawPath, RawPath> moves) {
    this.layers = layers;
    this.changes = List.copyOf(changes);
    moves.forEach((to, from) -> places.put(from, to));
    this.targets = new HashSet<>(moves.keySet());
  }

  /**
   * The removed files, each with its new path.
   *
   * @param arrives whether the session's file is merged to a path
   * @param leaves whether a path is removed
   */
  public Map<RawPath, RawPath> where(Predicate<RawPath> arrives, Predicate<RawPath> leaves) {
    Map<RawPath, RawPath> halves = new HashMap<>();
    List<Change> unpaired = new ArrayList<>();
    List<Change> waiting = new ArrayList<>();
    for (Change change : changes) {
      RawPath path = change.path();
      if (change.statusAfter().filter(Moves::isSmall).isPresent() && !arrives.test(path)) {
        if (!targets.contains(path)) {
          waiting.add(change);
        }
      } else if (change instanceof Change.Removed(_, var before) && leaves.test(path)) {
        if (!places.containsKey(path) && Moves.isSmall(before)) {
          unpaired.add(change);
        } else if (places.containsKey(path) && !arrives.test(places.get(path))) {
          halves.put(path, places.get(path));
        }
      }
    }
    Set<Long> sizes = sizes(unpaired);
    sizes.retainAll(sizes(waiting));
    Map<String, List<RawPath>> there = new HashMap<>();
    ofSizes(waiting, sizes)
        .forEach(each ->
            hash(each)
                .ifPresent(
                    hash -> there.computeIfAbsent(hash, _ -> new ArrayList<>()).add(each.path())));
    List<Change> left = ofSizes(unpaired, sizes).toList();
    // a file was moved from one place: of two equal ones, first from that with the same name
    pair(left, there, halves, (from, to) -> from.name().equals(to.name()));
    pair(left, there, halves, (_, _) -> true);
    return halves;
  }

  /** Pairs removed files with equal ones that are waiting; each of these has one removed file. */
  private void pair(
      List<Change> removed,
      Map<String, List<RawPath>> there,
      Map<RawPath, RawPath> halves,
      BiPredicate<RawPath, RawPath> fits) {
    for (Change each : removed) {
      List<RawPath> equal = hash(each).map(there::get).orElse(null);
      if (equal != null && !halves.containsKey(each.path())) {
        Optional<RawPath> to =
            equal.stream().filter(path -> fits.test(each.path(), path)).findFirst();
        to.ifPresent(path -> {
          equal.remove(path);
          halves.put(each.path(), path);
          // a later call must not pair the same new file with another removed one
          places.put(each.path(), path);
          targets.add(path);
        });
      }
    }
  }

  private static long size(Change change) {
    return change.statusAfter().or(change::statusBefore).orElseThrow().size();
  }

  private static Set<Long> sizes(List<Change> files) {
    return files.stream().map(HalfMoves::size).collect(Collectors.toCollection(HashSet::new));
  }

  private static Stream<Change> ofSizes(List<Change> files, Set<Long> sizes) {
    return files.stream().filter(each -> sizes.contains(size(each)));
  }

  /** The hash of the session's file, or of the file that it removed; empty if it cannot be read. */
  private Optional<String> hash(Change change) {
    return hashes.computeIfAbsent(change.path(), _ -> read(change).map(HashedContent::hash));
  }

  private Optional<byte[]> read(Change change) {
    bytesLeft -= size(change);
    if (bytesLeft < 0) {
      return Optional.empty();
    }
    try {
      return change.statusAfter().isPresent()
          ? layers.fileAfter(change.path(), Moves.LARGEST)
          : layers.fileBefore(change.path(), Moves.LARGEST);
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
