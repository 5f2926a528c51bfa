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
 * What of a project was hidden from a session: the whiteouts of a layer of bawn's own, between the
 * two, which may also have an index for git. Whatever the session did there it did not do to the
 * project's file, which it never saw.
 */
final class HiddenPaths {

  /** None at all. */
  static final HiddenPaths NONE = new HiddenPaths();

  private final Set<RawPath> hidden = new HashSet<>();

  private HiddenPaths() {}

  /** Those of a layer. */
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

  /** What was hidden: it, or a directory in which it lies; nothing where neither was. */
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
