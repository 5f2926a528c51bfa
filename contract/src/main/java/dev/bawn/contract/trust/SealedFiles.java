package dev.bawn.contract.trust;

import dev.bawn.contract.agent.Sha256;
import dev.bawn.contract.layout.Generation;
import dev.bawn.contract.layout.RootOwned;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The files of a sealed directory, each read once: what a link checks is what was compared with the
 * manifest.
 */
final class SealedFiles {

  private final Path directory;
  private final RootOwned rootOwned;
  private final Map<String, Content> contents = new HashMap<>();
  private Listing listing;

  SealedFiles(Generation generation, RootOwned rootOwned) {
    this.directory = generation.directory();
    this.rootOwned = rootOwned;
  }

  /**
   * What is in a file.
   *
   * @param bytes its content
   * @param sha256 the digest of that
   */
  record Content(byte[] bytes, Sha256 sha256) {}

  /**
   * Which files there are.
   *
   * @param paths of regular files below the directory, less the two of the seal itself and the
   *     links of {@code bin/} (V7)
   * @param problem the first thing found, directories and the seal's own files included, that is
   *     not root's
   */
  record Listing(SortedSet<String> paths, Optional<RootOwned.Problem> problem) {}

  /**
   * Reads every file before its content is needed. Between the signature and the manifest: the TOML
   * parser has to wait for its tables there, see {@link dev.bawn.contract.seal.Tables}.
   */
  void readAhead() {
    try {
      if (listing().problem().isEmpty()) {
        for (String path : listing().paths()) {
          content(path);
        }
      }
    } catch (IOException e) {
      // the reader of an unreadable file reports it
    }
  }

  /** A file's content, when it was first asked for. */
  Content content(String path) throws IOException {
    Content content = contents.get(path);
    if (content == null) {
      byte[] bytes = Files.readAllBytes(directory.resolve(path));
      content = new Content(bytes, Sha256.of(bytes));
      contents.put(path, content);
    }
    return content;
  }

  /** Which files there were when this was first asked. */
  Listing listing() throws IOException {
    if (listing == null) {
      SortedSet<String> paths = new TreeSet<>();
      Optional<RootOwned.Problem> problem = collect(directory, "", paths);
      listing = new Listing(paths, problem);
    }
    return listing;
  }

  /**
   * All must belong to root: a user who can write the manifest could restore an older one between
   * two reads.
   */
  private Optional<RootOwned.Problem> collect(Path from, String prefix, SortedSet<String> paths)
      throws IOException {
    Optional<RootOwned.Problem> problem = Optional.empty();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(from)) {
      for (Path entry : entries) {
        String name = prefix + entry.getFileName();
        Optional<RootOwned.Problem> own = rootOwned.problem(entry);
        problem = problem.isPresent() ? problem : own;
        if (name.equals(Generation.MANIFEST)
            || name.equals(Generation.SEAL)
            || name.equals(Generation.BIN)) {
          continue;
        }
        if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
          Optional<RootOwned.Problem> below = collect(entry, name + "/", paths);
          problem = problem.isPresent() ? problem : below;
        } else {
          paths.add(name);
        }
      }
    }
    return problem;
  }
}
