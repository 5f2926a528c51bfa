package dev.bawn.launcher.engine;

import dev.bawn.contract.failure.Failed;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * A layer between a project and a session's upper layer: its whiteouts (character devices 0:0, see
 * overlayfs in the kernel's documentation) hide files of the project. A whiteout hides a name, so a
 * file that is saved again on the host stays hidden.
 */
final class MaskLayer {

  private static final long SECONDS = 10;

  /** The most hard links to a whiteout, well below the limit of a file system: ext4 has 65000. */
  private static final int MOST_NAMES = 30_000;

  private final Path layer;
  private final Path project;
  private final Path shared;

  /**
   * @param layer an empty directory, or the one of an earlier start
   * @param project the directory below it
   * @param shared a whiteout to which all sessions link: making one takes longer than the rest
   */
  MaskLayer(Path layer, Path project, Path shared) {
    this.layer = layer;
    this.project = project;
    this.shared = shared;
  }

  /**
   * Hides these paths. If the file system has no whiteouts, names that do not exist in the project
   * are not hidden: a start must not fail because of a file that may never exist.
   *
   * @param masked relative to the project
   */
  void hide(List<Path> masked) throws IOException {
    Path whiteout = layer.resolveSibling("whiteout");
    if (!Files.exists(whiteout, LinkOption.NOFOLLOW_LINKS) && !share(whiteout)) {
      requireNothingThere(masked);
      return;
    }
    Set<Path> parents = new LinkedHashSet<>();
    Set<Path> opened = new HashSet<>();
    for (Path path : masked) {
      Path at = layer.resolve(path);
      if (isDirectory(at)) {
        // an earlier start hid an entry of this directory; now the whole directory is hidden
        clear(at);
      }
      if (!Files.exists(at, LinkOption.NOFOLLOW_LINKS) && !isBelowHidden(path)) {
        if (opened.add(at.getParent())) {
          Files.createDirectories(at.getParent()).toFile().setWritable(true, true);
          for (Path below = path.getParent(); below != null; below = below.getParent()) {
            parents.add(below);
          }
        }
        // one device with many names: a process for each would take longer than the whole start
        Files.createLink(at, whiteout);
      }
    }
    for (Path parent : parents) {
      likeTheProject(parent);
    }
  }

  /** Makes a whiteout, and returns whether it exists. */
  private boolean share(Path whiteout) throws IOException {
    if (Files.exists(shared, LinkOption.NOFOLLOW_LINKS)
        && (Integer) Files.getAttribute(shared, "unix:nlink", LinkOption.NOFOLLOW_LINKS)
            > MOST_NAMES) {
      Files.deleteIfExists(shared);
    }
    try {
      if (Files.exists(shared, LinkOption.NOFOLLOW_LINKS)) {
        Files.createLink(whiteout, shared);
      } else if (make(whiteout)) {
        Files.createLink(shared, whiteout);
      }
    } catch (IOException e) {
      // another start was faster, or the two are on different file systems
      return Files.exists(whiteout, LinkOption.NOFOLLOW_LINKS) || make(whiteout);
    }
    return Files.exists(whiteout, LinkOption.NOFOLLOW_LINKS);
  }

  private void requireNothingThere(List<Path> masked) {
    for (Path path : masked) {
      if (Files.exists(project.resolve(path), LinkOption.NOFOLLOW_LINKS)) {
        throw new Failed(
            "bawn cannot hide files on this file system: " + layer.getParent(),
            "put XDG_DATA_HOME on another one, or start without masks and with --show-secrets");
      }
    }
  }

  private static boolean isDirectory(Path path) {
    return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
  }

  /** Tells whether an earlier start hid a parent directory. */
  private boolean isBelowHidden(Path path) {
    for (Path above = path.getParent(); above != null; above = above.getParent()) {
      Path at = layer.resolve(above);
      if (Files.exists(at, LinkOption.NOFOLLOW_LINKS) && !isDirectory(at)) {
        return true;
      }
    }
    return false;
  }

  private static void clear(Path directory) throws IOException {
    directory.toFile().setWritable(true, true);
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      for (Path entry : entries) {
        if (isDirectory(entry)) {
          clear(entry);
        } else {
          Files.delete(entry);
        }
      }
    }
    Files.delete(directory);
  }

  /**
   * Gives a directory of the layer the attributes of the project's: in an overlay the attributes of
   * the upper directory are visible. This comes last, since no file can be made in a read-only
   * directory.
   */
  private void likeTheProject(Path directory) throws IOException {
    Path at = layer.resolve(directory);
    try {
      Object mode = Files.getAttribute(project.resolve(directory), "unix:mode");
      Files.setLastModifiedTime(at, Files.getLastModifiedTime(project.resolve(directory)));
      Files.setAttribute(at, "unix:mode", (Integer) mode & 07777);
    } catch (NoSuchFileException e) {
      // a build has just removed it; its hidden names stay hidden
      return;
    }
  }

  /** Makes the device, which Linux permits to all users from 5.8 on. */
  private static boolean make(Path whiteout) throws IOException {
    Process mknod =
        new ProcessBuilder("/usr/bin/mknod", "-m", "600", "--", whiteout.toString(), "c", "0", "0")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      return mknod.waitFor(SECONDS, TimeUnit.SECONDS) && mknod.exitValue() == 0;
    } catch (InterruptedException e) {
      throw Failed.interrupted(e);
    }
  }
}
