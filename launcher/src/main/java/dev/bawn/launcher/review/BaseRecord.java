package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.FileKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Files whose content at the start of the session is not in git's index: {@code record-base} has
 * recorded them, and has the format. What has no record, or no whole one yet, is not known.
 */
final class BaseRecord {

  /** Nothing was recorded. */
  static final BaseRecord NONE = new BaseRecord(Path.of("/nonexistent"));

  private static final int WORDS = 4;
  private static final int RUNS = 0_111;
  private static final String NO_COPY = "0";
  private static final String UNKNOWN = "u";

  private static final String LAST = "end";

  private final Path directory;
  private final Set<RawPath> unknown = new HashSet<>();
  private boolean isWhole;
  private Map<RawPath, KnownBase> files;

  /**
   * @param directory the directory of the base
   */
  BaseRecord(Path directory) {
    this.directory = directory;
  }

  /** All that was recorded, read once. */
  Map<RawPath, KnownBase> files() throws IOException {
    if (files == null) {
      files = read(directory.resolve("record"));
    }
    return files;
  }

  /**
   * Whether nothing was there, as far as it can be told: all files that are not in git have a
   * record.
   */
  boolean lacked(RawPath path) throws IOException {
    boolean isRecorded = files().containsKey(path) || isUnknown(path);
    return isWhole && !isRecorded;
  }

  /** Whether it, or the repository in the project that it is in, was recorded as not known. */
  boolean isUnknown(RawPath path) throws IOException {
    files();
    for (RawPath each = path; !each.equals(RawPath.TOP); each = each.parent()) {
      if (unknown.contains(each)) {
        return true;
      }
    }
    return false;
  }

  private Map<RawPath, KnownBase> read(Path file) throws IOException {
    Map<RawPath, KnownBase> found = new HashMap<>();
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return found;
    }
    String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    int at = 0;
    for (int end = text.indexOf('\0'); end >= 0; end = text.indexOf('\0', at)) {
      String line = text.substring(at, end);
      String[] words = line.split(" ", WORDS);
      isWhole |= line.equals(LAST);
      if (words.length == WORDS && words[0].equals(UNKNOWN)) {
        unknown.add(new RawPath(words[3]));
      } else if (words.length == WORDS) {
        found.put(new RawPath(words[3]), base(words[0], words[1], words[2]));
      }
      at = end + 1;
    }
    return found;
  }

  private KnownBase base(String kind, String hash, String copy) throws IOException {
    Optional<FileKind> was =
        switch (kind) {
          case "f", "x" -> Optional.of(FileKind.FILE);
          case "l" -> Optional.of(FileKind.LINK);
          case "n" -> Optional.empty();
          default -> throw new IOException("a record of no known kind: " + kind);
        };
    Optional<Path> kept =
        copy.equals(NO_COPY)
            ? Optional.empty()
            : Optional.of(directory.resolve("copies").resolve(copy));
    return new KnownBase(was, kind.equals("x") ? RUNS : 0, hash, kept, false);
  }
}
