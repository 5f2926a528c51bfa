package dev.bawn.launcher.mount;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The identities of a session's sources when it began: device and inode of each, by path.
 *
 * @param identities by absolute path
 */
public record RecordedSources(Map<String, Identity> identities) {

  public RecordedSources {
    identities = Map.copyOf(identities);
  }

  /** The identities of the sources of a session that is about to begin. */
  public static RecordedSources of(List<MountSource> sources) {
    Map<String, Identity> identities = new TreeMap<>();
    for (MountSource source : sources) {
      identities.put(source.path().toString(), source.identity());
    }
    return new RecordedSources(identities);
  }

  /** The present identity of one path. */
  public static RecordedSources of(Path path) throws IOException {
    return new RecordedSources(Map.of(path.toString(), Identity.of(path)));
  }

  /**
   * Parses lines.
   *
   * @throws IllegalArgumentException if one of them is not valid
   */
  public static RecordedSources ofLines(List<String> lines) {
    Map<String, Identity> identities = new TreeMap<>();
    for (String line : lines) {
      int space = line.indexOf(' ');
      if (space < 0) {
        throw new IllegalArgumentException("no source: " + line);
      }
      identities.put(line.substring(space + 1), new Identity(line.substring(0, space)));
    }
    return new RecordedSources(identities);
  }

  /** A line for each: the identity, a space and the path. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    new TreeMap<>(identities).forEach((path, identity) -> lines.add(identity.text() + " " + path));
    return lines;
  }

  /** The repositories of a bound project that were created or replaced since the session began. */
  public List<Path> laterRepositories(Path project) {
    List<Path> later = new ArrayList<>();
    for (Path repository : PartsSearch.repositories(project)) {
      try {
        if (!holds(repository, Identity.of(repository))) {
          later.add(repository);
        }
      } catch (IOException e) {
        // it vanished
        continue;
      }
    }
    return later;
  }

  /** Tells whether this session began with the path as a source. */
  public boolean has(Path path) {
    return identities.containsKey(path.toString());
  }

  /** The inode of a path, in hexadecimal; empty for a path that is not recorded. */
  public Optional<String> inode(Path path) {
    return Optional.ofNullable(identities.get(path.toString())).map(Identity::inode);
  }

  /** Tells whether a path leads to another file or directory by now; false if it cannot be read. */
  public boolean isReplaced(Path path) {
    Identity recorded = identities.get(path.toString());
    try {
      return recorded != null && !recorded.isOfInode(Identity.of(path));
    } catch (IOException e) {
      return false;
    }
  }

  /** Tells whether a path leads to the same file as when the session began. */
  public boolean holds(Path path, Identity identity) {
    Identity recorded = identities.get(path.toString());
    return recorded != null && recorded.isThatOf(identity);
  }
}
