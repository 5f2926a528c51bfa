package dev.bawn.launcher.review;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;

/** Decides which changes have a line of their own. */
public final class ListedChanges {

  private ListedChanges() {}

  /**
   * Those among these changes that have one: a directory that came or went is told by what is in
   * it, unless everyone may write there; one that was made anew by what is in it and by its mode;
   * and a moved file by its new name.
   *
   * @param moved where moved files were before
   */
  public static Predicate<Change> among(Collection<Change> changes, Set<RawPath> moved) {
    Set<String> filled = new HashSet<>();
    for (Change each : changes) {
      boolean saysMore = each instanceof Change.Unclear || each instanceof Change.Renamed;
      filled.add(saysMore ? each.path().bytes() : each.path().parent().bytes());
    }
    return change -> !isMereDirectory(change, filled) && !moved.contains(change.path());
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
