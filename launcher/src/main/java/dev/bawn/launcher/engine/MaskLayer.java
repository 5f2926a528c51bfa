package dev.bawn.launcher.engine;

import dev.bawn.contract.failure.Failed;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * A layer between a project and what a session writes: where it has a whiteout (a character device
 * 0:0, see overlayfs in the kernel's documentation) nothing of the project is seen. Names are
 * hidden, not files: one that is saved anew on the host stays hidden.
 */
final class MaskLayer {

  private static final long SECONDS = 10;

  /** Of a whiteout, long before a file system has no more: ext4 has 65000. */
  private static final int MOST_NAMES = 30_000;

  private final Path layer;
  private final Path project;
  private final Path shared;

  /**
   * @param layer an empty directory, or the one of an earlier start
   * @param project what lies below it
   * @param shared a whiteout that all sessions link: to make one takes longer than the rest
   */
  MaskLayer(Path layer, Path project, Path shared) {
    this.layer = layer;
    this.project = project;
    this.shared = shared;
  }

  /**
   * Hides these. Where the file system has no whiteouts, names that the project does not have yet
   * stay as they are: a start shall not fail by what may never be there.
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
    for (Path path : masked) {
      Path at = layer.resolve(path);
      if (isDirectory(at)) {
        // an earlier start hid something below it, this one hides all of it
        clear(at);
      }
      if (!Files.exists(at, LinkOption.NOFOLLOW_LINKS) && !isBelowHidden(path)) {
        for (Path below = path.getParent(); below != null; below = below.getParent()) {
          parents.add(below);
        }
        Path parent = Files.createDirectories(at.getParent());
        parent.toFile().setWritable(true, true);
        // one device with many names: a process for each would take longer than the whole start
        Files.createLink(at, whiteout);
      }
    }
    for (Path parent : parents) {
      likeTheProject(parent);
    }
  }

  /** Makes a whiteout. Says whether it is there now. */
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

  /** Whether an earlier start hid a directory in which it lies. */
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
   * What is seen of a directory in two layers is what the upper one is. Last of all, since nothing
   * can be made in one that nobody may write.
   */
  private void likeTheProject(Path directory) throws IOException {
    Path at = layer.resolve(directory);
    try {
      Object mode = Files.getAttribute(project.resolve(directory), "unix:mode");
      Files.setLastModifiedTime(at, Files.getLastModifiedTime(project.resolve(directory)));
      Files.setAttribute(at, "unix:mode", (Integer) mode & 07777);
    } catch (NoSuchFileException e) {
      // a build removed it meanwhile; what it hides stays hidden
      return;
    }
  }

  /** Linux lets all users make this one device, from 5.8 on. */
  private static boolean make(Path whiteout) throws IOException {
    Process mknod =
        new ProcessBuilder("/usr/bin/mknod", "-m", "600", "--", whiteout.toString(), "c", "0", "0")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      return mknod.waitFor(SECONDS, TimeUnit.SECONDS) && mknod.exitValue() == 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Failed.interrupted();
    }
  }
}
