package dev.bawn.launcher.seed;

import dev.bawn.contract.trust.FileIdentity;
import dev.bawn.launcher.config.ReplacedFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The files that bawn copied into a home directory. The record is {@code HOME.seeds} beside the
 * home directory, where no session sees it. One line for each copy:
 *
 * <pre>{@code
 * S 131187 512 1763719331123456789 131190 512 1763719339123456789 .claude/CLAUDE.md
 * }</pre>
 *
 * {@code S} for a seed and {@code L} for a login; then inode, size and change time, first of the
 * source and then of the copy.
 */
public final class SeedRecord {

  private static final int LARGEST = 4 << 20;
  private static final int FIELDS = 8;

  private final Path file;
  private final SortedMap<String, Entry> entries = new TreeMap<>();

  /**
   * A copy.
   *
   * @param kind its kind
   * @param source the identity of the user's file
   * @param copy the identity of the copy when it was made
   */
  record Entry(Seed.Kind kind, FileIdentity source, FileIdentity copy) {}

  private SeedRecord(Path file) {
    this.file = file;
  }

  /** The record of a home. */
  public static Path file(Path home) {
    return home.resolveSibling(home.getFileName() + ".seeds");
  }

  /**
   * Reads the record of a home. A damaged one is empty: then the files in the home stay as they
   * are.
   */
  static SeedRecord of(Path home) {
    SeedRecord record = new SeedRecord(file(home));
    // a home that the user removed is filled again
    if (!record.file.toFile().isFile() || !home.toFile().isDirectory()) {
      return record;
    }
    try (InputStream in = Files.newInputStream(record.file, LinkOption.NOFOLLOW_LINKS)) {
      record.read(new String(in.readNBytes(LARGEST), StandardCharsets.UTF_8));
    } catch (IOException | IllegalArgumentException e) {
      record.entries.clear();
    }
    return record;
  }

  private void read(String text) {
    for (String line : text.split("\n")) {
      String[] fields = line.split(" ", FIELDS);
      if (fields.length == FIELDS) {
        Seed.Kind kind = fields[0].equals("L") ? Seed.Kind.LOGIN : Seed.Kind.SETTINGS;
        entries.put(fields[FIELDS - 1], new Entry(kind, identity(fields, 1), identity(fields, 4)));
      }
    }
  }

  private static FileIdentity identity(String[] fields, int at) {
    return new FileIdentity(
        Long.parseLong(fields[at]), Long.parseLong(fields[at + 1]), Long.parseLong(fields[at + 2]));
  }

  /** The copy at a path below the home; null if none was made. */
  Entry at(Path path) {
    return entries.get(path.toString());
  }

  /** The paths of all copies of a kind. */
  List<Path> paths(Seed.Kind kind) {
    List<Path> paths = new ArrayList<>();
    for (Map.Entry<String, Entry> each : entries.entrySet()) {
      if (each.getValue().kind() == kind) {
        paths.add(Path.of(each.getKey()));
      }
    }
    return paths;
  }

  void put(Path path, Entry entry) {
    entries.put(path.toString(), entry);
  }

  void remove(Path path) {
    entries.remove(path.toString());
  }

  /** Writes the record as a whole. */
  void write() throws IOException {
    StringBuilder text = new StringBuilder();
    entries.forEach((path, entry) -> {
      text.append(entry.kind() == Seed.Kind.LOGIN ? "L " : "S ");
      append(text, entry.source());
      append(text, entry.copy());
      text.append(path).append('\n');
    });
    ReplacedFile.write(file, text.toString());
  }

  private static void append(StringBuilder text, FileIdentity identity) {
    text.append(identity.ino()).append(' ').append(identity.size()).append(' ');
    text.append(identity.ctimeNs()).append(' ');
  }
}
