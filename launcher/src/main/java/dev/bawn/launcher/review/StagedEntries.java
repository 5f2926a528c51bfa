package dev.bawn.launcher.review;

import java.io.IOException;
import java.io.InputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the files of a git index, see gitformat-index(5). A session may have written every byte of
 * it, so git does not read it outside of the sandbox.
 */
final class StagedEntries {

  /** In bytes: half a million entries. */
  static final int LARGEST = 64 << 20;

  private static final int MAGIC = 0x44495243; // DIRC
  private static final int FIRST_VERSION = 2;
  private static final int COMPRESSED = 4;

  /** In bytes: the two times of an entry, its device and its inode. */
  private static final int BEFORE_MODE = 24;

  /** In bytes: the user, the group and the size. */
  private static final int BEFORE_ID = 12;

  private static final int EXTENDED = 0x4000;
  private static final int KIND = 0_170000;
  private static final int FILE = 0_100000;
  private static final int ALIGNMENT = 8;

  private final ByteBuffer index;
  private final int idLength;
  private final Map<String, String> files = new HashMap<>();

  private StagedEntries(byte[] index, boolean isSha256) {
    this.index = ByteBuffer.wrap(index);
    this.idLength = isSha256 ? 32 : 20;
  }

  /**
   * Reads them.
   *
   * @return the path of each content, by its ID; of a split index some paths are empty; nothing if
   *     this is no index
   */
  static Optional<Map<String, String>> of(byte[] index, boolean isSha256) {
    StagedEntries entries = new StagedEntries(index, isSha256);
    try {
      return entries.read() ? Optional.of(entries.files) : Optional.empty();
    } catch (BufferUnderflowException | IllegalArgumentException | IndexOutOfBoundsException e) {
      return Optional.empty();
    }
  }

  /**
   * Reads a file.
   *
   * @return the same; nothing also where it is too large
   */
  static Optional<Map<String, String>> of(Path file, boolean isSha256) throws IOException {
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] index = in.readNBytes(LARGEST + 1);
      return index.length > LARGEST ? Optional.empty() : of(index, isSha256);
    }
  }

  private boolean read() {
    if (index.getInt() != MAGIC) {
      return false;
    }
    int version = index.getInt();
    if (version < FIRST_VERSION || version > COMPRESSED) {
      return false;
    }
    String path = "";
    for (int left = index.getInt(); left > 0; left--) {
      path = entry(version, path);
    }
    return true;
  }

  /** Reads one, and gives its path. */
  private String entry(int version, String before) {
    int start = index.position();
    index.position(start + BEFORE_MODE);
    boolean isFile = (index.getInt() & KIND) == FILE;
    index.position(index.position() + BEFORE_ID);
    byte[] id = new byte[idLength];
    index.get(id);
    if ((index.getShort() & EXTENDED) != 0) {
      index.getShort();
    }
    String kept = version == COMPRESSED ? before.substring(0, before.length() - number()) : "";
    String path = kept + text();
    if (version != COMPRESSED) {
      // one to eight NULs follow, of which one is read
      int length = index.position() - 1 - start;
      index.position(start + length / ALIGNMENT * ALIGNMENT + ALIGNMENT);
    }
    if (isFile) {
      files.put(HexFormat.of().formatHex(id), path);
    }
    return path;
  }

  /** As an offset of gitformat-pack(5). */
  private int number() {
    int next = index.get();
    int number = next & 0x7f;
    while ((next & 0x80) != 0) {
      next = index.get();
      number = (number + 1 << 7) + (next & 0x7f);
    }
    return number;
  }

  private String text() {
    int start = index.position();
    int end = start;
    while (index.get(end) != 0) {
      end++;
    }
    index.position(end + 1);
    return new String(index.array(), start, end - start, StandardCharsets.ISO_8859_1);
  }
}
