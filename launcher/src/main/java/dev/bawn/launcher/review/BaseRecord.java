package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.FileStatus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the record of files whose content at the start is not in git's index, and of directories.
 * {@code record-base} writes it and documents the format. Paths without a record, or without a
 * complete one yet, are unknown.
 */
final class BaseRecord implements FoundRecord {

  /** The empty record. */
  static final BaseRecord NONE = new BaseRecord(Path.of("/nonexistent"));

  private static final int WORDS = 4;
  private static final int WORDS_OF_DIRECTORY = 3;
  private static final int OCTAL = 8;
  private static final int HEXADECIMAL = 16;
  private static final int RUNS = 0_111;
  private static final String NO_COPY = "0";
  private static final String UNKNOWN = "u";

  private static final String LAST = "end";

  private final Path directory;
  private final Set<RawPath> unknown = new HashSet<>();
  private final Map<RawPath, Long> inodes = new HashMap<>();
  private boolean isWhole;
  private Map<RawPath, KnownBase> files;

  /**
   * @param directory the directory of the base
   */
  BaseRecord(Path directory) {
    this.directory = directory;
  }

  @Override
  public Optional<KnownBase> at(RawPath path) throws IOException {
    return Optional.ofNullable(files().get(path));
  }

  @Override
  public Optional<BaseContent> content(RawPath path) throws IOException {
    return at(path)
        .filter(was -> !was.isNothing() && !was.isDirectory())
        .map(was -> was.file(Optional.empty()).content());
  }

  @Override
  public boolean hid(RawPath path) {
    return false;
  }

  /** All records, read once. */
  private Map<RawPath, KnownBase> files() throws IOException {
    if (files == null) {
      files = new HashMap<>();
      readFiles(words(directory.resolve("record")));
      readDirectories(words(directory.resolve("directories")));
    }
    return files;
  }

  /**
   * Tells whether the path did not exist at the start, as far as the record shows. A complete
   * record has every file that is not in git.
   */
  @Override
  public boolean lacked(RawPath path) throws IOException {
    boolean isRecorded = files().containsKey(path) || isUnknown(path);
    return isWhole && !isRecorded;
  }

  /**
   * Tells whether the path, or a repository in the project that contains it, is recorded as
   * unknown.
   */
  @Override
  public boolean isUnknown(RawPath path) throws IOException {
    files();
    for (RawPath each = path; !each.equals(RawPath.TOP); each = each.parent()) {
      if (unknown.contains(each)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Tells whether the directory at the path is the one of the start, by its inode. New entries in
   * it do not matter.
   */
  @Override
  public boolean hadDirectory(RawPath path, FileStatus status) throws IOException {
    files();
    return Optional.ofNullable(inodes.get(path)).filter(each -> each == status.inode()).isPresent();
  }

  /**
   * The fields of a file of the record. A NUL ends each of them, so the last, incomplete field of a
   * file that is still being written is left out.
   */
  private static List<String> words(Path file) throws IOException {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return List.of();
    }
    String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    List<String> words = new ArrayList<>();
    int at = 0;
    for (int end = text.indexOf('\0'); end >= 0; end = text.indexOf('\0', at)) {
      words.add(text.substring(at, end));
      at = end + 1;
    }
    return words;
  }

  private void readFiles(List<String> lines) throws IOException {
    for (String line : lines) {
      String[] words = line.split(" ", WORDS);
      isWhole |= line.equals(LAST);
      if (words.length == WORDS && words[0].equals(UNKNOWN)) {
        unknown.add(new RawPath(words[3]));
      } else if (words.length == WORDS) {
        files.put(new RawPath(words[3]), base(words[0], words[1], words[2]));
      }
    }
  }

  private void readDirectories(List<String> lines) throws IOException {
    for (String line : lines) {
      String[] words = line.split(" ", WORDS_OF_DIRECTORY);
      RawPath path = new RawPath(words[2]);
      int mode = Integer.parseInt(words[0], OCTAL);
      files.put(path, new KnownBase(Optional.of(FileKind.DIRECTORY), mode, "", Optional.empty()));
      inodes.put(path, Long.parseUnsignedLong(words[1], HEXADECIMAL));
    }
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
    return new KnownBase(was, kind.equals("x") ? RUNS : 0, hash, kept);
  }
}
