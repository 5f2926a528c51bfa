package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.FileStatus;
import dev.bawn.launcher.linux.RawName;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.eclipse.jgit.diff.SimilarityIndex;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectLoader;

/**
 * Finds the files that a session moved. An overlay has only a removed file and a new one; their
 * content shows that they belong together, as for {@code git diff -M}: it is equal, or at least
 * half of it is.
 */
public final class Moves {

  /** The largest file that is held in memory for this, in bytes. */
  static final int LARGEST = 16 << 20;

  /** The largest file that is compared by similarity, in bytes; larger ones must be equal. */
  private static final int LARGEST_SIMILAR = 1 << 20;

  /**
   * The bytes to read of larger files: a move of one GiB, at both paths. A session may have made
   * any number of sparse files.
   */
  private static final long MOST_BYTES_OF_LARGE = 1L << 31;

  /** The bytes to read of all other files. A session may have made any number of sparse files. */
  static final long MOST_BYTES = 1L << 28;

  /** The default of git-diff(1). */
  private static final int LEAST_PERCENT = 50;

  /**
   * The percentage from which two texts are versions of each other. Files that only share a
   * beginning, such as a licence, have less in common.
   */
  private static final int CERTAIN_PERCENT = 80;

  /** The most comparisons of files that are not equal. */
  private static final int MOST_COMPARISONS = 10_000;

  /** The bytes to compare of these files, smaller files first: one MiB takes about 70 ms. */
  private static final long MOST_COMPARED = 1L << 24;

  private static final int ALL = 100;

  /**
   * The old path of a moved file.
   *
   * @param from the removed file
   * @param before its status
   * @param percent how much of the content is equal
   * @param others the changes that others made to the removed file since the session began
   */
  public record Move(RawPath from, FileStatus before, int percent, Others others) {

    /** Tells whether the content is unchanged. */
    public boolean isExact() {
      return percent == ALL;
    }

    /**
     * Returns this move with a prefix before the old path.
     *
     * @param prefix empty, or with a slash at its end
     */
    public Move below(String prefix) {
      return new Move(new RawPath(prefix + from.bytes()), before, percent, others);
    }
  }

  private final Layers layers;
  private final Map<RawPath, FileStatus> removed = new TreeMap<>();
  private final Map<RawPath, FileStatus> added = new TreeMap<>();
  private final Map<RawPath, Move> moves = new HashMap<>();
  private long bytesLeft = MOST_BYTES;
  private long bytesOfLargeLeft = MOST_BYTES_OF_LARGE;

  /**
   * The files that were read and equal no other: the search for similar files does not read them
   * again.
   */
  private final Map<RawPath, byte[]> held = new HashMap<>();

  private long roomLeft = MOST_COMPARED;

  private Moves(Layers layers) {
    this.layers = layers;
  }

  /** The moves among these changes. */
  public static Moves of(Layers layers, Collection<Change> changes) throws IOException {
    Moves moves = new Moves(layers);
    for (Change change : changes) {
      moves.sort(change);
    }
    if (!moves.removed.isEmpty() && !moves.added.isEmpty()) {
      moves.findEqualLarge();
      moves.findEqual();
      moves.findSimilar();
    }
    return moves;
  }

  /** All moves, by the path of the new file. */
  public Map<RawPath, Move> all() {
    return Map.copyOf(moves);
  }

  /** The removed files. */
  public Set<RawPath> sources() {
    return moves.values().stream().map(Move::from).collect(Collectors.toSet());
  }

  /**
   * Tells whether the file is held in memory for this. Empty files are left out, since all of them
   * are equal.
   */
  static boolean isSmall(FileStatus status) {
    return status.is(FileKind.FILE) && status.size() > 0 && status.size() <= LARGEST;
  }

  private void sort(Change change) throws IOException {
    if (change instanceof Change.Removed(var path, var before) && isCandidate(path, before)) {
      removed.put(path, before);
    } else if (change instanceof Change.Added(var path, var after) && isCandidate(path, after)) {
      added.put(path, after);
    }
  }

  private boolean isCandidate(RawPath path, FileStatus status) throws IOException {
    return (isSmall(status) || isLarge(path, status))
        && layers.git().closed(path).isEmpty()
        && layers.others(path) != Others.UNKNOWN
        && !layers.hid(path);
  }

  /**
   * Tells whether the file is compared byte by byte, with the removed file that the project still
   * has.
   */
  private boolean isLarge(RawPath path, FileStatus status) {
    return status.is(FileKind.FILE)
        && status.size() > LARGEST_SIMILAR
        && layers.others(path) == Others.NOTHING;
  }

  private void findEqualLarge() {
    for (RawPath to : List.copyOf(added.keySet())) {
      long size = added.get(to).size();
      if (isLarge(to, added.get(to))) {
        removed.keySet().stream()
            .filter(from -> removed.get(from).size() == size && isLarge(from, removed.get(from)))
            .sorted(Comparator.comparing(from -> !from.name().equals(to.name())))
            .filter(from -> holdSame(from, to, size))
            .findFirst()
            .ifPresent(from -> move(from, to, ALL));
      }
    }
    added.keySet().removeAll(moves.keySet());
    removed.values().removeIf(each -> each.size() > LARGEST);
    added.values().removeIf(each -> each.size() > LARGEST);
  }

  private boolean holdSame(RawPath from, RawPath to, long size) {
    if (2 * size > bytesOfLargeLeft) {
      return false;
    }
    bytesOfLargeLeft -= 2 * size;
    try {
      return layers.<Boolean>readProject(
          from, then -> layers.readSession(to, now -> now.holdsTheSameAs(then)));
    } catch (IOException e) {
      return false;
    }
  }

  private void findEqual() {
    Set<Long> common = sizes(removed);
    common.retainAll(sizes(added));
    Map<String, List<RawPath>> sources = new HashMap<>();
    for (RawPath path : ofSizes(removed, common)) {
      before(path)
          .map(HashedContent::hash)
          .ifPresent(hash -> sources.computeIfAbsent(hash, _ -> new ArrayList<>()).add(path));
    }
    Map<String, List<RawPath>> targets = new HashMap<>();
    for (RawPath path : ofSizes(added, common)) {
      after(path)
          .map(HashedContent::hash)
          .filter(sources::containsKey)
          .ifPresent(hash -> targets.computeIfAbsent(hash, _ -> new ArrayList<>()).add(path));
    }
    if (targets.isEmpty()) {
      return;
    }
    // files with only one equal file come first: they show which directory was moved to which
    List<String> hashes = new ArrayList<>(targets.keySet());
    hashes.sort(
        Comparator.comparing(hash -> sources.get(hash).size() + targets.get(hash).size() > 2));
    Map<RawPath, RawPath> directories = new HashMap<>();
    for (String hash : hashes) {
      for (RawPath to : namedFirst(targets.get(hash), sources.get(hash))) {
        if (!sources.get(hash).isEmpty()) {
          RawPath from = take(sources.get(hash), to, directories.get(to.parent()));
          directories.putIfAbsent(to.parent(), from.parent());
          move(from, to, ALL);
        }
      }
    }
    added.keySet().removeAll(moves.keySet());
  }

  /** These files; first those that kept the name of one of the others. */
  private static List<RawPath> namedFirst(List<RawPath> files, List<RawPath> others) {
    Set<RawName> names = others.stream().map(RawPath::name).collect(Collectors.toSet());
    return files.stream()
        .sorted(Comparator.comparing(each -> !names.contains(each.name())))
        .toList();
  }

  private static Set<Long> sizes(Map<RawPath, FileStatus> files) {
    return files.values().stream().map(FileStatus::size).collect(Collectors.toSet());
  }

  private static List<RawPath> ofSizes(Map<RawPath, FileStatus> files, Set<Long> sizes) {
    return files.keySet().stream().filter(each -> sizes.contains(files.get(each).size())).toList();
  }

  /**
   * Takes one of several equal files out of the list: preferably with the same name, from the
   * directory from which other files were moved.
   *
   * @param directory null if no other file was moved
   */
  private static RawPath take(List<RawPath> equal, RawPath path, RawPath directory) {
    RawPath source =
        equal.stream()
            .min(
                Comparator.<RawPath, Boolean>comparing(each -> !each.name().equals(path.name()))
                    .thenComparing(each -> !each.parent().equals(directory)))
            .orElseThrow();
    equal.remove(source);
    return source;
  }

  private void move(RawPath from, RawPath to, int percent) {
    moves.put(to, new Move(from, removed.remove(from), percent, layers.others(from)));
  }

  /** Two files, and the percentage of equal content. */
  private record Pair(RawPath from, RawPath to, int percent) {}

  private void findSimilar() {
    removed.values().removeIf(each -> each.size() > LARGEST_SIMILAR);
    added.values().removeIf(each -> each.size() > LARGEST_SIMILAR);
    if ((long) removed.size() * added.size() > MOST_COMPARISONS) {
      return;
    }
    bytesLeft = Math.min(bytesLeft, MOST_COMPARED);
    Map<RawPath, SimilarityIndex> sources = new LinkedHashMap<>();
    for (RawPath path : similarInSize(removed, added)) {
      before(path).flatMap(Moves::index).ifPresent(index -> sources.put(path, index));
    }
    List<Pair> pairs = new ArrayList<>();
    for (RawPath to : similarInSize(added, removed)) {
      Optional<SimilarityIndex> index = after(to).flatMap(Moves::index);
      if (index.isPresent()) {
        sources.forEach((from, source) -> {
          int percent = source.score(index.get(), ALL);
          if (percent >= LEAST_PERCENT) {
            pairs.add(new Pair(from, to, Math.min(percent, ALL - 1)));
          }
        });
      }
    }
    pairs.sort(
        Comparator.<Pair>comparingInt(each -> -each.percent())
            .thenComparing(each -> !each.from().name().equals(each.to().name())));
    for (Pair pair : pairs) {
      if (removed.containsKey(pair.from()) && !moves.containsKey(pair.to())) {
        move(pair.from(), pair.to(), pair.percent());
      }
    }
  }

  /**
   * The files whose size permits similarity to one of the others: at least half and at most twice
   * as large; smaller first.
   */
  private static List<RawPath> similarInSize(
      Map<RawPath, FileStatus> files, Map<RawPath, FileStatus> others) {
    NavigableSet<Long> sizes = new TreeSet<>(sizes(others));
    return files.keySet().stream()
        .filter(each -> {
          long size = files.get(each).size();
          Long least = sizes.ceiling(size * LEAST_PERCENT / ALL);
          return least != null && least <= size * ALL / LEAST_PERCENT;
        })
        .sorted(Comparator.comparingLong(each -> files.get(each).size()))
        .toList();
  }

  /** Tells whether one text is certainly an edited version of the other. */
  public static boolean areAlike(byte[] one, byte[] other) {
    Optional<SimilarityIndex> first = index(one);
    Optional<SimilarityIndex> second = index(other);
    return first.isPresent()
        && second.isPresent()
        && first.get().score(second.get(), ALL) >= CERTAIN_PERCENT;
  }

  private static Optional<SimilarityIndex> index(byte[] content) {
    try {
      return Optional.of(
          SimilarityIndex.create(new ObjectLoader.SmallObject(Constants.OBJ_BLOB, content)));
    } catch (IOException | SimilarityIndex.TableFullException e) {
      return Optional.empty();
    }
  }

  private Optional<byte[]> before(RawPath path) {
    return content(path, removed.get(path), () -> layers.fileBefore(path, LARGEST));
  }

  private Optional<byte[]> after(RawPath path) {
    return content(path, added.get(path), () -> layers.fileAfter(path, LARGEST));
  }

  /** Reads a file; empty if it is unreadable or missing by now. */
  @FunctionalInterface
  private interface Reading {
    Optional<byte[]> read() throws IOException;
  }

  private Optional<byte[]> content(RawPath path, FileStatus status, Reading reading) {
    if (status.size() > bytesLeft) {
      return Optional.empty();
    }
    bytesLeft -= status.size();
    if (held.containsKey(path)) {
      return Optional.of(held.remove(path));
    }
    try {
      Optional<byte[]> content = reading.read();
      content
          .filter(bytes -> bytes.length <= Math.min(LARGEST_SIMILAR, roomLeft))
          .ifPresent(bytes -> hold(path, bytes));
      return content;
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private void hold(RawPath path, byte[] content) {
    held.put(path, content);
    roomLeft -= content.length;
  }
}
