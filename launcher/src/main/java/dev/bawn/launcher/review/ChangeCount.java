package dev.bawn.launcher.review;

/**
 * How much a session changed.
 *
 * @param changes those that have a line of their own, without those that git ignores
 * @param hasIgnored whether it has such, too
 */
public record ChangeCount(int changes, boolean hasIgnored) {

  public static final ChangeCount NONE = new ChangeCount(0, false);
}
