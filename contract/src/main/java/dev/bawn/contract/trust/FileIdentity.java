package dev.bawn.contract.trust;

import dev.bawn.contract.agent.AllowedCommand;
import dev.bawn.contract.layout.FileDigest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The inode data of a file, which change with every write to it.
 *
 * @param ino inode number
 * @param size in bytes
 * @param ctimeNs change time in nanoseconds since the epoch, which no system call can set
 */
public record FileIdentity(long ino, long size, long ctimeNs) {

  /** The present identity of the file at this path; a link is not followed. */
  public static FileIdentity of(Path path) throws IOException {
    Map<String, Object> attributes =
        Files.readAttributes(path, "unix:ino,size,ctime", LinkOption.NOFOLLOW_LINKS);
    return new FileIdentity(
        (Long) attributes.get("ino"),
        (Long) attributes.get("size"),
        ((FileTime) attributes.get("ctime")).to(TimeUnit.NANOSECONDS));
  }

  /**
   * Tells whether a program changed since it was signed. Hashing is slow before the JVM has
   * compiled it, so a file is hashed only if its inode data changed.
   */
  public static boolean isChanged(Path program, AllowedCommand sealed) throws IOException {
    if (of(program).equals(new FileIdentity(sealed.ino(), sealed.size(), sealed.ctimeNs()))) {
      return false;
    }
    return !FileDigest.of(program).equals(sealed.sha256());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FileIdentity that
        && ino == that.ino
        && size == that.size
        && ctimeNs == that.ctimeNs;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(ctimeNs);
  }
}
