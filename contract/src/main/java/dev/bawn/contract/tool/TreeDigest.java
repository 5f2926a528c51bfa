package dev.bawn.contract.tool;

import dev.bawn.contract.agent.Sha256;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.layout.RootOwned;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * What an adopted tool's tree holds: the digest of its lines {@code sha256 mode path}, each ended
 * by a line break and sorted bytewise by path. A link has the digest of its text, and {@code link}
 * for its mode. Directories have no line of their own.
 *
 * <pre>{@code
 * 9f86…0a08 0755 bin/demo
 * 2c26…e7ae link bin/other
 * }</pre>
 *
 * @param sha256 the digest
 * @param files how many lines there are
 * @param bytes the sizes of the files, added up
 */
public record TreeDigest(Sha256 sha256, long files, long bytes) {

  private static final char NOT_UTF8 = '\ufffd';

  /**
   * Reads a whole tree.
   *
   * @param tree a directory
   * @param rootOwned what decides whether a place is root's
   * @throws Refused if something in it is not root's alone, is neither file, directory nor link, or
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
    StringBuilder lines = new StringBuilder();
    long bytes = 0;
    for (Path entry : entries) {
      lines.append(line(tree, entry));
      bytes += Files.isSymbolicLink(entry) ? 0 : Files.size(entry);
    }
    return new TreeDigest(Sha256.ofText(lines.toString()), entries.size(), bytes);
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
          throw new Refused(problem.sentence(), problem.mend(""));
        });
    boolean file = Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS);
    if (!file && !Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
      throw new Refused(Printable.of(name) + " is neither a file nor a directory", "remove it");
    }
    return file;
  }

  private static String line(Path tree, Path entry) throws IOException {
    String end = " " + tree.relativize(entry) + "\n";
    if (Files.isSymbolicLink(entry)) {
      return Sha256.ofText(Files.readSymbolicLink(entry).toString()) + " link" + end;
    }
    int mode = (Integer) Files.getAttribute(entry, "unix:mode", LinkOption.NOFOLLOW_LINKS);
    try (InputStream in = Files.newInputStream(entry)) {
      return Sha256.of(in) + String.format(" %04o", mode & 07777) + end;
    }
  }
}
