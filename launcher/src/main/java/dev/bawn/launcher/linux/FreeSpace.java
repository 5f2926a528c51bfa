package dev.bawn.launcher.linux;

import com.sun.jna.Memory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The free space of a file system for the caller, see statvfs(3).
 *
 * @param bytes that the caller can still write
 * @param files that the caller can still create; where the file system sets no limit, {@link
 *     Long#MAX_VALUE}
 */
public record FreeSpace(long bytes, long files) {

  // offsets in struct statvfs on 64-bit architectures
  private static final int F_FRSIZE = 8;
  private static final int F_BAVAIL = 32;
  private static final int F_FILES = 40;
  private static final int F_FAVAIL = 56;
  private static final int SIZE = 256;

  /** The free space of the file system that contains a path. */
  public static FreeSpace of(Path path) throws IOException {
    byte[] name = (path + "\0").getBytes(StandardCharsets.UTF_8);
    try (Memory memory = new Memory(SIZE)) {
      if (FileCalls.statvfs(name, memory) != 0) {
        throw FileCalls.failure(path.toString());
      }
      long bytes = memory.getLong(F_BAVAIL) * memory.getLong(F_FRSIZE);
      // btrfs creates inodes on demand, and reports 0 of 0
      long files = memory.getLong(F_FILES) == 0 ? Long.MAX_VALUE : memory.getLong(F_FAVAIL);
      return new FreeSpace(bytes, files);
    }
  }
}
