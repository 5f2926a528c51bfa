package dev.bawn.launcher.commits;

import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.mount.RepositoryEntries;
import dev.bawn.launcher.review.CommittedHazards;
import dev.bawn.launcher.review.GitFiles;
import dev.bawn.launcher.review.GitObjects;
import dev.bawn.launcher.review.RawPath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The trees of a session's commits. Each one is read once, however many paths lead to it: a dozen
 * trees can have more paths than any machine can list.
 */
final class NewTrees {

  /** The largest tree in bytes: a directory of 500,000 files. */
  private static final int LARGEST = 1 << 25;

  /** The most bytes of all directories on one path, which are held at the same time. */
  private static final int MOST_HELD = 1 << 26;

  /** The most files in one commit; the largest known repositories have a tenth of that. */
  private static final long MOST_FILES = 10_000_000;

  /** The deepest path: each level uses some of the stack, and a thread has 512 KiB. */
  private static final int DEEPEST = 500;

  private static final String DIRECTORY = "40000";

  /**
   * The ID of the empty tree, see {@code git mktree </dev/null}: the project may know it, so it is
   * not read here.
   */
  private static final Set<String> EMPTY =
      Set.of(
          "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
          "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321");

  static final String MISLEADING = "the name of a file has control characters: ";
  private static final int FIRST_PRINTABLE = 0x20;
  private static final int DELETE = 0x7f;

  private final GitObjects objects;
  private final int idBytes;
  private final Path project;

  /**
   * The size of a tree.
   *
   * @param height directories on the longest path
   */
  private record Size(long files, int height) {}

  private static final Size ONE_FILE = new Size(1, 0);

  /** The size of each new tree; empty until it is read. */
  private final Map<String, Optional<Size>> sizes = new LinkedHashMap<>();

  /** The names on the path to the tree that is being read. */
  private final Deque<String> way = new ArrayDeque<>();

  /** The bytes of the trees on this path. */
  private long held;

  /**
   * @param ids of the trees, each below one that contains it; the project knows all others
   * @param idBytes length of an ID in a tree
   * @param project its top
   */
  NewTrees(GitObjects objects, List<String> ids, int idBytes, Path project) {
    this.objects = objects;
    this.project = project;
    this.idBytes = idBytes;
    ids.forEach(id -> sizes.put(id, Optional.empty()));
  }

  /**
   * Refuses a {@code .git}, a directory that git takes for a repository and that is none in the
   * project, and more files than a project has. index-pack knows the other spellings of {@code
   * .git}. It also refuses misleading names of directories without files, because no list of
   * changed files contains them.
   */
  void check() throws IOException {
    for (String id : List.copyOf(sizes.keySet())) {
      size(id, 0);
    }
  }

  private Size size(String id, int depth) throws IOException {
    Optional<Size> known = sizes.get(id);
    if (known == null) {
      return ONE_FILE;
    }
    if (known.isPresent()) {
      return known.get();
    }
    requireFlat(depth);
    byte[] tree =
        objects
            .object(id, "tree", LARGEST)
            .orElseThrow(
                () -> Quarantine.refused("a directory has more than " + LARGEST + " bytes"));
    held += tree.length;
    if (held > MOST_HELD) {
      throw Quarantine.refused("nested directories have more than " + MOST_HELD + " bytes");
    }
    long files = 0;
    int height = 0;
    Set<String> parts = new HashSet<>();
    for (int at = 0; at < tree.length; ) {
      int space = indexOf(tree, ' ', at);
      int end = indexOf(tree, '\0', space);
      boolean isTree =
          new String(tree, at, space - at, StandardCharsets.US_ASCII).equals(DIRECTORY);
      String name = new String(tree, space + 1, end - space - 1, StandardCharsets.ISO_8859_1);
      requireNoGit(new RawPath(name));
      RepositoryEntries.part(name).ifPresent(parts::add);
      at = end + 1 + idBytes;
      way.addLast(name);
      Size entry = isTree ? size(HexFormat.of().formatHex(tree, end + 1, at), depth + 1) : ONE_FILE;
      way.removeLast();
      if (isMisleading(new RawPath(name))) {
        requireFiles(new RawPath(name), HexFormat.of().formatHex(tree, end + 1, at), entry);
      }
      files += entry.files();
      height = Math.max(height, entry.height() + 1);
    }
    if (RepositoryEntries.isMadeOf(parts)) {
      RawPath directory = new RawPath(String.join("/", way));
      // the project may track one, for example for its tests
      if (!CommittedHazards.isRepository(project, directory)) {
        throw repository(directory);
      }
    }
    if (files > MOST_FILES) {
      throw Quarantine.refused("they have more than " + MOST_FILES + " files");
    }
    requireFlat(height);
    held -= tree.length;
    sizes.put(id, Optional.of(new Size(files, height)));
    return new Size(files, height);
  }

  /** The refusal of a directory that git would take for a repository, with the settings in it. */
  static Refused repository(RawPath directory) {
    String name = directory.equals(RawPath.TOP) ? "their top directory" : directory.shown();
    return Quarantine.refused("they make " + name + " a git repository");
  }

  private static void requireFlat(int depth) {
    if (depth > DEEPEST) {
      throw Quarantine.refused("their directories are nested deeper than " + DEEPEST);
    }
  }

  /** The index of a character, whose existence index-pack has checked. */
  private static int indexOf(byte[] tree, char wanted, int from) {
    int at = from;
    while (tree[at] != wanted) {
      at++;
    }
    return at;
  }

  private static void requireNoGit(RawPath name) {
    if (GitFiles.areInDotGit(name)) {
      throw Quarantine.refused("they have a file in .git: " + name.shown());
    }
  }

  private static void requireFiles(RawPath name, String id, Size size) {
    if (size.files() == 0 || EMPTY.contains(id)) {
      throw Quarantine.refused(MISLEADING + name.shown());
    }
  }

  /** Tells whether a name has characters that control a terminal or mislead its reader. */
  static boolean isMisleading(RawPath name) {
    // a name that is not UTF-8 is displayed as its bytes
    return name.text().isPresent() && !name.isPrintable()
        || name.bytes().chars().anyMatch(c -> c < FIRST_PRINTABLE || c == DELETE);
  }
}
