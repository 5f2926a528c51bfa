package dev.bawn.launcher.review;

/**
 * What belongs to one other user or group.
 *
 * @param uid whose it is
 * @param gid whose group's
 * @param directories how many directories it is
 * @param files how many files, links and other things
 * @param topDirectories the directories among them that lie in nobody else's
 * @param topFiles the files among them that lie in nobody else's directory
 */
public record Holding(
    long uid,
    long gid,
    long directories,
    long files,
    FirstPaths topDirectories,
    FirstPaths topFiles) {}
