package dev.bawn.launcher.workspace;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads the directories of a git index that have files in them, see gitformat-index(5). It reads a
 * window of the file at a time: an index has megabytes, and a start waits for this.
 */
final class IndexDirectories {

  private static final int MAGIC = 0x44495243; // DIRC
  private static final int FIRST_VERSION = 2;
  private static final int COMPRESSED = 4;
  private static final int WINDOW = 1 << 16;

  /** No entry is longer: a path has at most 4096 bytes, see PATH_MAX in limits.h(0p). */
  private static final int LONGEST_ENTRY = 1 << 13;

  /** In bytes: what comes before the mode of an entry, and after it before the object ID. */
  private static final int BEFORE_MODE = 24;

  private static final int BEFORE_ID = 12;
  private static final int EXTENDED = 0x4000;

  /** The length of a path of an entry that is not compressed, where it fits. */
  private static final int LENGTH = 0xFFF;

  private static final int KIND = 0_170000;
  private static final int DIRECTORY = 0_040000;
  private static final int SUBMODULE = 0_160000;
  private static final int ALIGNMENT = 8;

  private final InputStream in;
  private final int idLength;
  private final byte[] window = new byte[WINDOW];
  private int at;
  private int limit;

  /** The path of the last entry, and how long the directory before it is. */
  private final byte[] path = new byte[LONGEST_ENTRY];

  private int pathLength;
  private int directoryLength = -1;
  private final Set<String> directories = new LinkedHashSet<>();
  private final List<String> submodules = new ArrayList<>();
  private final Set<String> asked;
  private final boolean[] askedLengths = new boolean[LONGEST_ENTRY];
  private final Set<String> tracked = new LinkedHashSet<>();

  private IndexDirectories(InputStream in, boolean isSha256, Set<String> asked) {
    this.in = in;
    this.idLength = isSha256 ? 32 : 20;
    this.asked = asked;
    for (String each : asked) {
      int length = each.getBytes(StandardCharsets.UTF_8).length;
      askedLengths[Math.min(length, LONGEST_ENTRY - 1)] = true;
    }
  }

  /**
   * Reads them.
   *
   * @param asked paths; {@link #tracked} gives those that the index has
   * @throws IOException if this is no index, or cannot be read
   */
  static IndexDirectories of(Path index, boolean isSha256, Set<String> asked) throws IOException {
    if (!Files.isRegularFile(index, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException("is not a file");
    }
    try (InputStream in = Files.newInputStream(index, LinkOption.NOFOLLOW_LINKS)) {
      IndexDirectories read = new IndexDirectories(in, isSha256, asked);
      read.read();
      return read;
    } catch (IndexOutOfBoundsException e) {
      throw new IOException("is not an index", e);
    }
  }

  /** Relative to the work tree, without a slash at the end; the top is empty. */
  Set<String> directories() {
    return directories;
  }

  /** Where submodules are. */
  List<String> submodules() {
    return submodules;
  }

  /** Those of the paths that were asked for that are in the index. */
  Set<String> tracked() {
    return tracked;
  }

  private void read() throws IOException {
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
    int kind = number() & KIND;
    at += BEFORE_ID + idLength;
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
    take(kept, end - at, kind);
    at = end + 1;
    if (version != COMPRESSED) {
      // one to eight NULs follow
      at = start + (end - start) / ALIGNMENT * ALIGNMENT + ALIGNMENT;
    }
  }

  /** As an offset of gitformat-pack(5). */
  private int strippedLength() {
    int next = next();
    int number = next & 0x7f;
    while ((next & 0x80) != 0) {
      next = next();
      number = (number + 1 << 7) + (next & 0x7f);
    }
    return number;
  }

  /**
   * Takes a path: of the one before it the first bytes, and these.
   *
   * @param kept how many of the one before
   * @param length how many follow, from {@code at} on
   */
  private void take(int kept, int length, int kind) {
    int slash = length - 1;
    while (slash >= 0 && window[at + slash] != '/') {
      slash--;
    }
    int before = slash < 0 && kept > 0 ? lastSlash(kept) : kept + slash;
    boolean isSame = before == directoryLength && isTail(kept, Math.max(0, slash));
    System.arraycopy(window, at, path, kept, length);
    pathLength = kept + length;
    if (askedLengths[pathLength] && asked.contains(text(pathLength))) {
      tracked.add(text(pathLength));
    }
    if (kind == SUBMODULE) {
      submodules.add(text(pathLength));
    }
    if (kind != DIRECTORY && !isSame) {
      directoryLength = before;
      directories.add(text(Math.max(0, before)));
    }
  }

  private int lastSlash(int length) {
    int slash = length - 1;
    while (slash >= 0 && path[slash] != '/') {
      slash--;
    }
    return slash;
  }

  /** Whether the path before has the same bytes there. */
  private boolean isTail(int from, int length) {
    for (int i = 0; i < length; i++) {
      if (path[from + i] != window[at + i]) {
        return false;
      }
    }
    return true;
  }

  private String text(int length) {
    return new String(path, 0, length, StandardCharsets.UTF_8);
  }
}
