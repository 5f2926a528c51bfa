package dev.bawn.launcher.session;

import dev.bawn.contract.failure.Failed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A layer between a project and what a session writes: where it has a whiteout (a character device
 * 0:0, see overlayfs in the kernel's documentation) nothing of the project is seen. Names are
 * hidden, not files: one that is saved anew on the host stays hidden.
 */
final class MaskLayer {

  private static final long SECONDS = 10;

  private final Path layer;
  private final Path project;

  /**
   * @param layer an empty directory, or the one of an earlier start
   * @param project what lies below it
   */
  MaskLayer(Path layer, Path project) {
    this.layer = layer;
    this.project = project;
  }

  /**
   * Hides these.
   *
   * @param masked relative to the project
   */
  void hide(List<Path> masked) throws IOException {
    Path whiteout = layer.resolveSibling("whiteout");
    if (!Files.exists(whiteout, LinkOption.NOFOLLOW_LINKS)) {
      make(whiteout);
    }
    for (Path path : masked) {
      Path at = layer.resolve(path);
      if (!Files.exists(at, LinkOption.NOFOLLOW_LINKS)) {
        parents(path);
        // one device with many names: a process for each would take longer than the whole start
        Files.createLink(at, whiteout);
      }
    }
  }

  /** What is seen of a directory in two layers is what the upper one is. */
  private void parents(Path path) throws IOException {
    Path below = path.getParent();
    if (below == null || Files.isDirectory(layer.resolve(below))) {
      return;
    }
    parents(below);
    Files.createDirectory(layer.resolve(below));
    Object mode = Files.getAttribute(project.resolve(below), "unix:mode");
    Files.setAttribute(layer.resolve(below), "unix:mode", (Integer) mode & 07777);
    Files.setLastModifiedTime(
        layer.resolve(below), Files.getLastModifiedTime(project.resolve(below)));
  }

  /** Linux lets everybody make this one device, from 5.8 on. */
  private static void make(Path whiteout) throws IOException {
    Process mknod =
        new ProcessBuilder("/usr/bin/mknod", "--", whiteout.toString(), "c", "0", "0")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      if (!mknod.waitFor(SECONDS, TimeUnit.SECONDS) || mknod.exitValue() != 0) {
        throw new Failed(
            "nothing can be hidden on this file system: " + whiteout.getParent(),
            "put XDG_DATA_HOME on another one, or start without masks");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Failed("interrupted while masks were made", "start it again");
    }
  }
}
