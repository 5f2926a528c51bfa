package dev.bawn.launcher.review;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;

/** Decides which changes are listed. */
public final class ListedChanges {

  private ListedChanges() {}

  /**
   * Tells whether a change among these is listed. A new or removed directory is represented by its
   * entries, unless every user may write to it; a replaced directory by its entries and its mode; a
   * moved file by its new path. git's own files are never listed: a merge can create the directory
   * around a new {@code .git}, and cannot remove the one around a removed {@code .git}.
   *
   * @param changes all changes, with those of git's own files
   * @param moved the old paths of moved files
   */
  public static Predicate<Change> among(Collection<Change> changes, Set<RawPath> moved) {
    Set<String> filled = new HashSet<>();
    for (Change each : changes) {
      if (GitFiles.areInDotGit(each.path()) && !(each instanceof Change.Removed)) {
        continue;
      }
      boolean saysMore = each instanceof Change.Unclear || each instanceof Change.Renamed;
      filled.add(saysMore ? each.path().bytes() : each.path().parent().bytes());
    }
    return change ->
        !GitFiles.areInDotGit(change.path())
            && !isMereDirectory(change, filled)
            && !moved.contains(change.path());
  }

  private static boolean isMereDirectory(Change change, Set<String> filled) {
    if (change instanceof Change.Replaced(_, var before, var after)) {
      return before.permissions() == after.permissions();
    }
    boolean comesOrGoes = change instanceof Change.Added || change instanceof Change.Removed;
    return comesOrGoes
        && change.isDirectory()
        && !change.isNewlyWritable()
        && filled.contains(change.path().bytes());
  }
}
