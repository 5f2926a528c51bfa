package dev.bawn.launcher.workspace;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Reads the entries of a git index, see gitformat-index(5). It reads a window of the file at a
 * time: an index has megabytes, and a start waits for this. A session may have written every byte
 * of one, so git does not read it outside of the sandbox.
 */
public final class IndexReader {

  private static final int MAGIC = 0x44495243; // DIRC
  private static final int LINK = 0x6c696e6b; // link
  private static final int FIRST_VERSION = 2;
  private static final int COMPRESSED = 4;
  private static final int WINDOW = 1 << 16;

  /** The longest entry: a path has at most 4096 bytes, see PATH_MAX in limits.h(0p). */
  static final int LONGEST_ENTRY = 1 << 13;

  /** The total length of the paths that are held at once: a million files. */
  private static final long MOST_BYTES = 128 << 20;

  /** The bytes of an entry before its mode: two times, the device and the inode. */
  private static final int BEFORE_MODE = 24;

  /** The bytes between the mode and the ID: the user, the group and the size. */
  private static final int BEFORE_ID = 12;

  private static final int EXTENDED = 0x4000;

  /** The length of a path in an entry without compression, if it fits. */
  private static final int LENGTH = 0xFFF;

  private static final int KIND = 0_170000;
  private static final int FILE = 0_100000;
  private static final int ALIGNMENT = 8;

  private final InputStream in;
  private final int idLength;
  private final byte[] window = new byte[WINDOW];
  private int at;
  private int limit;

  private int kind;
  private int id;

  /** The path of the last entry. */
  private final byte[] path = new byte[LONGEST_ENTRY];

  private int pathLength;

  private IndexReader(InputStream in, boolean isSha256) {
    this.in = in;
    this.idLength = isSha256 ? 32 : 20;
  }

  /**
   * Reads an index.
   *
   * @param take gets this reader for each entry; its methods describe the entry until the next one
   * @throws IOException if this is no index, or cannot be read
   */
  static void read(InputStream in, boolean isSha256, Consumer<IndexReader> take)
      throws IOException {
    readToEnd(in, isSha256, take);
  }

  /** The reader after the last entry. */
  private static IndexReader readToEnd(InputStream in, boolean isSha256, Consumer<IndexReader> take)
      throws IOException {
    try {
      IndexReader reader = new IndexReader(in, isSha256);
      reader.read(take);
      return reader;
    } catch (IndexOutOfBoundsException e) {
      throw new IOException("is not an index", e);
    }
  }

  /** Reads an index from a file, which must not be a link. */
  static void read(Path index, boolean isSha256, Consumer<IndexReader> take) throws IOException {
    if (!Files.isRegularFile(index, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException("is not a file");
    }
    try (InputStream in = Files.newInputStream(index, LinkOption.NOFOLLOW_LINKS)) {
      read(in, isSha256, take);
    }
  }

  /**
   * The files of an index, without submodules and links.
   *
   * @return the path of each content, by its ID; in a split index some paths are empty. A path has
   *     one character for each byte.
   * @throws IOException if this is no index, or cannot be read
   */
  public static Map<String, String> files(InputStream in, boolean isSha256) throws IOException {
    Map<String, String> files = new HashMap<>();
    readAll(
        in,
        isSha256,
        entry -> {
          if (entry.kind == FILE) {
            files.put(entry.hex(), entry.bytes());
          }
        });
    return files;
  }

  /**
   * All paths of an index, including those of submodules and links.
   *
   * @throws IOException if this is no index, or cannot be read
   */
  public static Paths paths(InputStream in, boolean isSha256) throws IOException {
    NavigableSet<String> paths = new TreeSet<>();
    IndexReader reader = readAll(in, isSha256, entry -> paths.add(entry.bytes()));
    return new Paths(paths, reader.isBeforeLink());
  }

  /**
   * The paths of an index.
   *
   * @param all sorted, with one character for each byte
   * @param isSplit whether other entries are in another index
   */
  public record Paths(NavigableSet<String> all, boolean isSplit) {}

  /** Tells whether the extension of a split index follows; git writes it before all others. */
  private boolean isBeforeLink() throws IOException {
    fill();
    return limit - at >= Integer.BYTES && number() == LINK;
  }

  /**
   * The entries of an index by path, including those of submodules and links.
   *
   * @return the ID of each content, by its path; of a submodule the ID of its commit
   * @throws IOException if this is no index, or cannot be read
   */
  public static Map<String, String> ids(InputStream in, boolean isSha256) throws IOException {
    Map<String, String> ids = new HashMap<>();
    readAll(in, isSha256, entry -> ids.put(entry.bytes(), entry.hex()));
    return ids;
  }

  /**
   * Reads an index whose paths are held at once, with a limit: a small compressed index may name
   * many long ones.
   */
  private static IndexReader readAll(InputStream in, boolean isSha256, Consumer<IndexReader> take)
      throws IOException {
    long[] bytes = {0};
    return readToEnd(
        in,
        isSha256,
        entry -> {
          bytes[0] += entry.pathLength;
          if (bytes[0] > MOST_BYTES) {
            throw new IndexOutOfBoundsException("the paths of the index are too long");
          }
          take.accept(entry);
        });
  }

  private String hex() {
    return HexFormat.of().formatHex(window, id, id + idLength);
  }

  private String bytes() {
    return new String(path, 0, pathLength, StandardCharsets.ISO_8859_1);
  }

  /**
   * The kind of entry, with the values of a file mode: see inode(7). A submodule has its own kind.
   */
  int kind() {
    return kind;
  }

  /** The path; only the bytes before {@link #pathLength()} are valid. */
  byte[] path() {
    return path;
  }

  int pathLength() {
    return pathLength;
  }

  /** The first bytes of the path. */
  String text(int length) {
    return new String(path, 0, length, StandardCharsets.UTF_8);
  }

  private void read(Consumer<IndexReader> take) throws IOException {
    fill();
    int magic = number();
    int version = number();
    if (magic != MAGIC || version < FIRST_VERSION || version > COMPRESSED) {
      throw new IOException("is not an index");
    }
    for (int left = number(); left > 0; left--) {
      if (limit - at < LONGEST_ENTRY) {
        fill();
      }
      entry(version);
      take.accept(this);
    }
  }

  private void fill() throws IOException {
    System.arraycopy(window, at, window, 0, limit - at);
    limit -= at;
    at = 0;
    int read = 0;
    while (limit < WINDOW && read >= 0) {
      read = in.read(window, limit, WINDOW - limit);
      limit += Math.max(0, read);
    }
  }

  private int number() {
    int value = 0;
    for (int i = 0; i < 4; i++) {
      value = value << 8 | next();
    }
    return value;
  }

  private int next() {
    if (at >= limit) {
      throw new IndexOutOfBoundsException("the index ends early");
    }
    return window[at++] & 0xff;
  }

  private void entry(int version) {
    int start = at;
    at += BEFORE_MODE;
    kind = number() & KIND;
    id = at + BEFORE_ID;
    at = id + idLength;
    int flags = next() << 8 | next();
    at += (flags & EXTENDED) != 0 ? 2 : 0;
    int kept = version == COMPRESSED ? pathLength - strippedLength() : 0;
    int end = version != COMPRESSED && (flags & LENGTH) < LENGTH ? at + (flags & LENGTH) : at;
    while (window[end] != 0) {
      end++;
    }
    if (end >= limit) {
      throw new IndexOutOfBoundsException("the index ends early");
    }
    System.arraycopy(window, at, path, kept, end - at);
    pathLength = kept + end - at;
    at = end + 1;
    if (version != COMPRESSED) {
      // one to eight NULs follow
      at = start + (end - start) / ALIGNMENT * ALIGNMENT + ALIGNMENT;
    }
  }

  /** Reads a number in the encoding of an offset in gitformat-pack(5). */
  private int strippedLength() {
    int next = next();
    int number = next & 0x7f;
    while ((next & 0x80) != 0) {
      next = next();
      number = (number + 1 << 7) + (next & 0x7f);
    }
    return number;
  }
}
