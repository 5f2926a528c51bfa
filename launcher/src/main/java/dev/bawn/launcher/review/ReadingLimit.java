package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.OpenFile;

/**
 * Limits the bytes that a command reads of a session's files to compare them with contents of
 * unknown size. A sparse file can have any size, and a session can make many of them. Without the
 * second compiler of the JVM, two hashes of 1 GiB take half a minute.
 */
public final class ReadingLimit {

  private static final long MOST = 1L << 30;

  private long left = MOST;

  /** Tells whether the file may be read. It then counts. */
  public boolean allows(OpenFile file) {
    long size = file.status().size();
    if (size > left) {
      return false;
    }
    left -= size;
    return true;
  }
}
