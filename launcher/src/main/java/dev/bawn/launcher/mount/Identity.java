package dev.bawn.launcher.mount;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * Which file or directory a path names: device and inode, see inode(7).
 *
 * @param text both in hexadecimal, with a colon between them: {@code fe01:1a2b}
 */
public record Identity(String text) {

  private static final String DEVICE = "(dev=";
  private static final String INODE = ",ino=";

  /** That of a path; a link at its end is not followed. */
  static Identity of(Path path) throws IOException {
    // the named attributes of the view "unix" cost a young JVM five times as much
    Object key =
        Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS).fileKey();
    return ofKey(String.valueOf(key));
  }

  /** Takes {@code (dev=fe01,ino=6699)} apart, as the JDK writes it. */
  private static Identity ofKey(String key) {
    int inode = key.indexOf(INODE);
    if (!key.startsWith(DEVICE) || inode < 0 || !key.endsWith(")")) {
      throw new IllegalStateException("a file key of an unknown form: " + key);
    }
    long number = Long.parseUnsignedLong(key.substring(inode + INODE.length(), key.length() - 1));
    return new Identity(key.substring(DEVICE.length(), inode) + ":" + Long.toHexString(number));
  }

  /** Without the device, whose number may be another one after each boot. */
  boolean isOfInode(Identity other) {
    return inode().equals(other.inode());
  }

  /** The number of the inode, in hexadecimal. */
  String inode() {
    return text.substring(text.indexOf(':') + 1);
  }

  /** Spelled out: what a record compares by itself costs a start 8 ms. */
  boolean isThatOf(Identity other) {
    return text.equals(other.text);
  }
}
