package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.OpenDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The owners of the files in a session's workspace. Its user namespace has only the user ID and the
 * group ID of its user: an overlay cannot copy up a file of any other owner.
 *
 * @param entries how many files and directories were looked at
 * @param project what of the project belongs to others; without what the session has replaced or
 *     removed, or does not see
 * @param written what belongs to another user where the session's changes are kept, into which no
 *     session puts anybody else's: somebody was there with root's rights
 * @param closed directories that could not be looked into
 * @param mounts where something else is mounted in the project: there an overlay cannot be laid
 *     over it, and nothing below was looked at
 * @param hidden what of the project the session does not see
 */
public record Owners(
    long entries,
    Holdings project,
    Holdings written,
    FirstPaths closed,
    FirstPaths mounts,
    FirstPaths hidden) {

  /**
   * Looks at all of it. Directories are opened, and nothing else; links are not followed.
   *
   * @param project nothing for a workspace that began empty
   * @param masks the layer that hides something of the project; nothing where nothing is hidden
   * @param upper the upper layer
   * @param uid whose files the session can change
   * @param gid whose group's
   * @throws dev.bawn.contract.failure.Failed if the project is not there, or cannot be read
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

  /** A session can close what it wrote, and then it only hides its own changes. */
  private static Optional<OpenDirectory> unlessClosed(Path upper) {
    try {
      return Optional.of(OpenDirectory.at(upper));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
