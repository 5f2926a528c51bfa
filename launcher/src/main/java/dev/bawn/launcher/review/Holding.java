package dev.bawn.launcher.review;

/**
 * The files and directories of one other user or group.
 *
 * @param uid their owner
 * @param gid their group
 * @param directories the number of directories
 * @param files the number of files, links and other entries
 * @param topDirectories the directories whose parent belongs to the session's user
 * @param topFiles the files whose parent belongs to the session's user
 */
public record Holding(
    long uid,
    long gid,
    long directories,
    long files,
    FirstPaths topDirectories,
    FirstPaths topFiles) {}
