package dev.bawn.launcher.facts;

import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.request.SessionArguments;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * The working directory of a session that is started again: the one of its first start, or the top
 * of its workspace if the session or its user removed that directory. bubblewrap changes to it, so
 * each start would fail with a missing one.
 */
final class StoredDirectory {

  private static final LinkOption NOFOLLOW = LinkOption.NOFOLLOW_LINKS;
  private static final Path TOP = Path.of("");

  private StoredDirectory() {}

  /** The directory, relative to the workspace. */
  static Path of(SessionRecord session) {
    Path directory = SessionArguments.directory(session).orElse(TOP);
    if (directory.equals(TOP)) {
      return TOP;
    }
    Optional<Path> upper = session.changes();
    Optional<Path> lower = session.project();
    for (Path name : directory) {
      upper = upper.map(above -> above.resolve(name));
      lower = lower.map(above -> above.resolve(name));
      if (upper.isPresent() && Files.exists(upper.get(), NOFOLLOW)) {
        if (!Files.isDirectory(upper.get(), NOFOLLOW)) {
          return TOP;
        }
        lower = isOpaque(upper.get()) ? Optional.empty() : lower;
      } else if (lower.isEmpty() || !Files.isDirectory(lower.get(), NOFOLLOW)) {
        return TOP;
      }
    }
    return directory;
  }

  /**
   * Tells whether a directory is opaque, as overlayfs marks it with {@code userxattr}: nothing of
   * the lower layer is visible.
   */
  private static boolean isOpaque(Path directory) {
    try {
      Object mark = Files.getAttribute(directory, "user:overlay.opaque", NOFOLLOW);
      return Arrays.equals((byte[]) mark, "y".getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      return false;
    }
  }
}
