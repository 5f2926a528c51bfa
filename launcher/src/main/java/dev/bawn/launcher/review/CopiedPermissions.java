package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.FileStatus;
import java.util.ArrayList;
import java.util.List;

/**
 * Leaves out changes of permissions that the copy of a project made. The copy below an agent's
 * overlay keeps only the executable bit: its files have mode 0644 or 0755, its directories 0755. A
 * file of an agent with one of these modes keeps the project's other permission bits.
 */
final class CopiedPermissions {

  private static final int FILE = 0_644;
  private static final int EXECUTABLE = 0_755;
  private static final int DIRECTORY = 0_755;
  private static final int ANYONE_RUNS = 0_111;

  private CopiedPermissions() {}

  /** The changes without those that the copy made. */
  static List<Change> without(List<Change> changes) {
    List<Change> left = new ArrayList<>();
    for (Change change : changes) {
      switch (change) {
        case Change.Modified(var path, var before, var after) ->
            left.add(new Change.Modified(path, before, meant(before, after)));
        case Change.Replaced(var path, var before, var after) ->
            left.add(new Change.Replaced(path, before, meant(before, after)));
        case Change.ModeChanged(var path, var before, var after) -> {
          FileStatus meant = meant(before, after);
          if (meant.mode() != before.mode()) {
            left.add(new Change.ModeChanged(path, before, meant));
          }
        }
        default -> left.add(change);
      }
    }
    return left;
  }

  /** The permissions that the agent's file gets in the project. */
  private static FileStatus meant(FileStatus before, FileStatus after) {
    return isCopied(before, after)
        ? after.as(after.kind(), mode(before, after), after.size())
        : after;
  }

  private static boolean isCopied(FileStatus before, FileStatus after) {
    return before.kind() == after.kind()
        && (after.is(FileKind.DIRECTORY)
            ? after.permissions() == DIRECTORY
            : after.permissions() == FILE || after.permissions() == EXECUTABLE);
  }

  /** Each class of users that may read the file may execute it, or no class may. */
  private static int mode(FileStatus before, FileStatus after) {
    int mode = before.mode();
    if (after.is(FileKind.DIRECTORY) || before.isExecutable() == after.isExecutable()) {
      return mode;
    }
    return after.isExecutable() ? mode | mode >> 2 & ANYONE_RUNS : mode & ~ANYONE_RUNS;
  }
}
