package dev.bawn.launcher.review;

import java.util.List;

/**
 * How much a session changed.
 *
 * @param changes those that have a line of their own, without those that git ignores
 * @param hasIgnored whether it has such, too
 * @param references changes of git's files that name commits
 */
public record ChangeCount(int changes, boolean hasIgnored, List<Change> references) {

  public static final ChangeCount NONE = new ChangeCount(0, false, List.of());
}
