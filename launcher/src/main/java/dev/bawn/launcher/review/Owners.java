package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.OpenDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The owners of the files in a session's workspace. The session's user namespace maps only its
 * user's own user ID and group ID, so an overlay cannot copy up a file of another owner.
 *
 * @param entries the number of files and directories that were read
 * @param project the project's files that belong to others, without those that the session
 *     replaced, removed or does not see
 * @param written the files of other users in the upper layer; a session cannot make any, so a
 *     process with root's rights wrote there
 * @param closed directories that could not be read
 * @param mounts the mount points in the project, on which no overlay can be mounted; the walk does
 *     not enter them
 * @param hidden the project's paths that the session does not see
 */
public record Owners(
    long entries,
    Holdings project,
    Holdings written,
    FirstPaths closed,
    FirstPaths mounts,
    FirstPaths hidden) {

  /**
   * Reads the owners of the whole workspace. Only directories are opened; links are not followed.
   *
   * @param project empty for a workspace that began empty
   * @param masks the layer that hides files of the project; empty if nothing is hidden
   * @param upper the upper layer
   * @param uid the user whose files the session can change
   * @param gid the group of that user
   * @throws dev.bawn.contract.failure.Failed if the project is missing, or cannot be read
   */
  public static Owners of(
      Optional<Path> project, Optional<Path> masks, Path upper, long uid, long gid) {
    HiddenPaths hidden = masks.map(Layers::hidden).orElse(HiddenPaths.NONE);
    Optional<OpenDirectory> lower = project.map(path -> Layers.open(path, "the project"));
    Optional<OpenDirectory> above = Optional.empty();
    OwnerWalk walk = new OwnerWalk(hidden, uid, gid);
    try {
      above = unlessClosed(upper);
      walk.through(lower, above);
    } finally {
      lower.ifPresent(OpenDirectory::close);
      above.ifPresent(OpenDirectory::close);
    }
    return walk.owners();
  }

  /**
   * The upper layer; empty if the session made it unreadable, by which it hides only its own
   * changes.
   */
  private static Optional<OpenDirectory> unlessClosed(Path upper) {
    try {
      return Optional.of(OpenDirectory.at(upper));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
