package dev.bawn.launcher.review;

import java.util.List;

/**
 * The number of changes of a session.
 *
 * @param changes the changes that are listed, without those that git ignores
 * @param hasIgnored whether git ignores any other changes
 * @param references the changes of git's files that name commits
 */
public record ChangeCount(int changes, boolean hasIgnored, List<Change> references) {

  public static final ChangeCount NONE = new ChangeCount(0, false, List.of());
}
