package dev.bawn.launcher.commits;

import dev.bawn.contract.failure.Printable;
import dev.bawn.launcher.review.GitFiles;
import dev.bawn.launcher.review.GitObjects;
import dev.bawn.launcher.review.RawPath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The trees of a session's commits. Each one is read once, however many paths lead to it: a dozen
 * trees can have more paths than any machine can list.
 */
final class NewTrees {

  /** In bytes: a directory of 500,000 files. */
  private static final int LARGEST = 1 << 25;

  /** In one commit; the largest repositories that people have come to a tenth. */
  private static final long MOST_FILES = 10_000_000;

  private static final int DEEPEST = 1000;
  private static final String DIRECTORY = "40000";
  private static final int FIRST_PRINTABLE = 0x20;
  private static final int DELETE = 0x7f;

  private final GitObjects objects;
  private final int idBytes;

  /**
   * What lies below a tree.
   *
   * @param height directories on the longest way down
   */
  private record Size(long files, int height) {}

  private static final Size ONE_FILE = new Size(1, 0);

  /** Of each new tree; nothing while it was not read. */
  private final Map<String, Optional<Size>> sizes = new HashMap<>();

  /**
   * @param ids of the trees; the project knows all others
   * @param idBytes length of an ID in a tree
   */
  NewTrees(GitObjects objects, List<String> ids, int idBytes) {
    this.objects = objects;
    this.idBytes = idBytes;
    ids.forEach(id -> sizes.put(id, Optional.empty()));
  }

  /**
   * Refuses names that mislead their reader, a {@code .git}, and more files than a project has.
   * index-pack knows the other spellings of {@code .git}.
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
    long files = 0;
    int height = 0;
    for (int at = 0; at < tree.length; ) {
      int space = indexOf(tree, ' ', at);
      int end = indexOf(tree, '\0', space);
      boolean isTree =
          new String(tree, at, space - at, StandardCharsets.US_ASCII).equals(DIRECTORY);
      String name = new String(tree, space + 1, end - space - 1, StandardCharsets.ISO_8859_1);
      requireHarmless(new RawPath(name));
      at = end + 1 + idBytes;
      Size entry = isTree ? size(HexFormat.of().formatHex(tree, end + 1, at), depth + 1) : ONE_FILE;
      files += entry.files();
      height = Math.max(height, entry.height() + 1);
    }
    if (files > MOST_FILES) {
      throw Quarantine.refused("they have more than " + MOST_FILES + " files");
    }
    requireFlat(height);
    sizes.put(id, Optional.of(new Size(files, height)));
    return new Size(files, height);
  }

  private static void requireFlat(int depth) {
    if (depth > DEEPEST) {
      throw Quarantine.refused("their directories are nested deeper than " + DEEPEST);
    }
  }

  /** index-pack has checked that there is one. */
  private static int indexOf(byte[] tree, char wanted, int from) {
    int at = from;
    while (tree[at] != wanted) {
      at++;
    }
    return at;
  }

  private static void requireHarmless(RawPath name) {
    if (GitFiles.areInDotGit(name)) {
      throw Quarantine.refused("they have a file in .git: " + name.shown());
    }
    // a name in another encoding than UTF-8 is shown as its bytes
    if (name.text().filter(text -> !text.equals(Printable.whole(text))).isPresent()
        || name.bytes().chars().anyMatch(c -> c < FIRST_PRINTABLE || c == DELETE)) {
      throw Quarantine.refused("the name of a file has control characters: " + name.shown());
    }
  }
}
