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
 * The files of a policy directory, each read once: a link checks the same bytes that were compared
 * with the manifest.
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
   * The content of a file.
   *
   * @param bytes the content
   * @param sha256 its digest
   */
  record Content(byte[] bytes, Sha256 sha256) {}

  /**
   * The list of files.
   *
   * @param paths of regular files below the directory, without the manifest, its signature and the
   *     links of {@code bin/} (V7)
   * @param problem the first entry that does not belong to root, including directories and the
   *     manifest with its signature
   */
  record Listing(SortedSet<String> paths, Optional<RootOwned.Problem> problem) {}

  /**
   * Reads every file before its content is needed. It runs between the signature and the manifest:
   * the TOML parser has to wait for its tables there, see {@link dev.bawn.contract.seal.Tables}.
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

  /** The content of a file at the first call. */
  Content content(String path) throws IOException {
    Content content = contents.get(path);
    if (content == null) {
      byte[] bytes = Files.readAllBytes(directory.resolve(path));
      content = new Content(bytes, Sha256.of(bytes));
      contents.put(path, content);
    }
    return content;
  }

  /** The list of files at the first call. */
  Listing listing() throws IOException {
    if (listing == null) {
      SortedSet<String> paths = new TreeSet<>();
      Optional<RootOwned.Problem> problem = collect(directory, "", paths);
      listing = new Listing(paths, problem);
    }
    return listing;
  }

  /**
   * Collects the files. All must belong to root: a user who can write the manifest could restore an
   * older one between two reads.
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
