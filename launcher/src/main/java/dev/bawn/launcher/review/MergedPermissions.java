package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.FileStatus;

/**
 * The permissions that a merge gives a file. If others may have changed those of the project's file
 * since the session began, only the executable bit of the base is known: the other permissions are
 * those of the project. The session took away the owner's right to read or write if its file lacks
 * it.
 */
public final class MergedPermissions {

  private static final int PERMISSIONS = 0_777;
  private static final int RUNS = 0_111;

  private MergedPermissions() {}

  /**
   * The permissions of the project's file after the merge.
   *
   * @param before the base of the session
   * @param after the session's file
   * @param there the project's file
   */
  public static int of(FileStatus before, FileStatus after, FileStatus there) {
    int now = there.permissionBits();
    if (before.isExecutable() != after.isExecutable()) {
      now = after.isExecutable() ? now | RUNS & now >> 2 : now & ~RUNS;
    }
    return after.isOpenToOwner() ? now : now & after.permissions();
  }

  /** The session's file with the permissions of {@link #of}. Set-user-ID bits stay visible. */
  static FileStatus given(FileStatus before, FileStatus after, FileStatus there) {
    boolean isOfOthers = after.isOpenToOwner() && before.isExecutable() == after.isExecutable();
    int special = (isOfOthers ? there : after).mode() & ~PERMISSIONS;
    return after.as(FileKind.FILE, of(before, after, there) | special, after.size());
  }
}
