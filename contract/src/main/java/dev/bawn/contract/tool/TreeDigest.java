package dev.bawn.contract.tool;

import dev.bawn.contract.agent.Sha256;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.layout.FileDigest;
import dev.bawn.contract.layout.RootOwned;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The content of an adopted tool's tree: the digest of the lines {@code sha256 mode path}, each
 * with a line break and sorted bytewise by path. A link has the digest of its target, and {@code
 * link} as its mode. Directories have no line.
 *
 * <pre>{@code
 * 9f86…0a08 0755 bin/demo
 * 2c26…e7ae link bin/other
 * }</pre>
 *
 * @param sha256 the digest
 * @param files the number of lines
 * @param bytes the sum of the sizes of all files; a file with several names counts once
 */
public record TreeDigest(Sha256 sha256, long files, long bytes) {

  private static final char NOT_UTF8 = '\ufffd';

  /**
   * Reads a whole tree.
   *
   * @param tree a directory
   * @param rootOwned decides whether a path belongs to root
   * @throws Refused if an entry does not belong to root, is neither file, directory nor link, or
   *     has a name that is not plain UTF-8
   */
  public static TreeDigest of(Path tree, RootOwned rootOwned) throws IOException {
    List<Path> entries;
    try (Stream<Path> walk = Files.walk(tree)) {
      entries =
          walk.filter(entry -> isCounted(tree, entry, rootOwned))
              .sorted((one, other) -> Arrays.compareUnsigned(name(tree, one), name(tree, other)))
              .toList();
    }
    Map<Object, Contents> contents = contents(entries);
    StringBuilder lines = new StringBuilder();
    for (Path entry : entries) {
      lines.append(line(tree, entry, contents));
    }
    long bytes = contents.values().stream().mapToLong(Contents::bytes).sum();
    return new TreeDigest(Sha256.ofText(lines.toString()), entries.size(), bytes);
  }

  /** The content of a file, whose names do not matter. */
  private record Contents(Sha256 sha256, long bytes) {

    static Contents of(Path file) {
      try {
        return new Contents(FileDigest.of(file), Files.size(file));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** The contents by inode. A tool has hundreds of megabytes, so all processors read. */
  private static Map<Object, Contents> contents(List<Path> entries) throws IOException {
    Map<Object, Path> files = new LinkedHashMap<>();
    for (Path entry : entries) {
      if (!Files.isSymbolicLink(entry)) {
        files.putIfAbsent(inode(entry), entry);
      }
    }
    try {
      return files.entrySet().parallelStream()
          .collect(Collectors.toMap(Map.Entry::getKey, file -> Contents.of(file.getValue())));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static Object inode(Path file) throws IOException {
    return Files.getAttribute(file, "unix:ino", LinkOption.NOFOLLOW_LINKS);
  }

  private static byte[] name(Path tree, Path entry) {
    return tree.relativize(entry).toString().getBytes(StandardCharsets.UTF_8);
  }

  private static boolean isCounted(Path tree, Path entry, RootOwned rootOwned) {
    String name = tree.relativize(entry).toString();
    if (name.chars().anyMatch(c -> Character.isISOControl(c) || c == NOT_UTF8)) {
      throw new Refused("the name " + Printable.of(name) + " is not plain UTF-8", "rename it");
    }
    if (Files.isSymbolicLink(entry)) {
      return true;
    }
    rootOwned
        .problem(entry)
        .ifPresent(problem -> {
          throw new Refused(problem.sentence(), problem.hint(""));
        });
    boolean file = Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS);
    if (!file && !Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
      throw new Refused(Printable.of(name) + " is neither a file nor a directory", "remove it");
    }
    return file;
  }

  private static String line(Path tree, Path entry, Map<Object, Contents> contents)
      throws IOException {
    String end = " " + tree.relativize(entry) + "\n";
    if (Files.isSymbolicLink(entry)) {
      return Sha256.ofText(Files.readSymbolicLink(entry).toString()) + " link" + end;
    }
    int mode = (Integer) Files.getAttribute(entry, "unix:mode", LinkOption.NOFOLLOW_LINKS);
    return contents.get(inode(entry)).sha256() + String.format(" %04o", mode & 07777) + end;
  }
}
