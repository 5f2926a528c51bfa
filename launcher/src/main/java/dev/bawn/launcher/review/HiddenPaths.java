package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.FileStatus;
import dev.bawn.launcher.linux.OpenDirectory;
import dev.bawn.launcher.linux.RawName;
import java.io.IOException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The paths of a project that were hidden from a session: the whiteouts in bawn's own layer between
 * the project and the upper layer. That layer may also have an index for git. A change of the
 * session at such a path is not a change of the project's file.
 */
final class HiddenPaths {

  /** No hidden path. */
  static final HiddenPaths NONE = new HiddenPaths();

  private final Set<RawPath> hidden = new HashSet<>();

  private HiddenPaths() {}

  /** Reads the whiteouts of a layer. */
  static HiddenPaths in(OpenDirectory layer) throws IOException {
    HiddenPaths paths = new HiddenPaths();
    paths.collect(RawPath.TOP, layer);
    return paths;
  }

  private void collect(RawPath path, OpenDirectory layer) throws IOException {
    for (RawName name : layer.names()) {
      Optional<FileStatus> status = layer.look(name);
      if (status.isPresent() && status.get().is(FileKind.DIRECTORY)) {
        try (OpenDirectory directory = layer.directory(name)) {
          collect(path.resolve(name), directory);
        }
      } else if (status.isPresent() && !status.get().is(FileKind.FILE)) {
        hidden.add(path.resolve(name));
      }
    }
  }

  /**
   * The hidden path that is this path or contains it; empty if neither it nor a parent was hidden.
   */
  Optional<RawPath> covering(RawPath path) {
    if (!hidden.isEmpty()) {
      for (RawPath each = path; !each.equals(RawPath.TOP); each = each.parent()) {
        if (hidden.contains(each)) {
          return Optional.of(each);
        }
      }
    }
    return Optional.empty();
  }
}
