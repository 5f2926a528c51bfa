package dev.bawn.launcher.mount;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * The identity of a file or directory: device and inode, see inode(7).
 *
 * @param text both in hexadecimal, separated by a colon: {@code fe01:1a2b}
 */
public record Identity(String text) {

  private static final String DEVICE = "(dev=";
  private static final String INODE = ",ino=";

  /** The identity of a path; a link at its end is not followed. */
  static Identity of(Path path) throws IOException {
    // the named attributes of the view "unix" take five times as long in a new JVM
    return of(Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS));
  }

  /** The identity of the file with these attributes. */
  public static Identity of(BasicFileAttributes attributes) {
    return ofKey(String.valueOf(attributes.fileKey()));
  }

  /** Parses {@code (dev=fe01,ino=6699)}, the JDK's text of a file key. */
  private static Identity ofKey(String key) {
    int inode = key.indexOf(INODE);
    if (!key.startsWith(DEVICE) || inode < 0 || !key.endsWith(")")) {
      throw new IllegalStateException("a file key of an unknown form: " + key);
    }
    long number = Long.parseUnsignedLong(key.substring(inode + INODE.length(), key.length() - 1));
    return new Identity(key.substring(DEVICE.length(), inode) + ":" + Long.toHexString(number));
  }

  /** Compares only the inodes: the number of a device may differ after a reboot. */
  boolean isOfInode(Identity other) {
    return inode().equals(other.inode());
  }

  /** The number of the inode, in hexadecimal. */
  String inode() {
    return text.substring(text.indexOf(':') + 1);
  }

  /**
   * Tells whether both are equal. Written out, since the generated equals of a record costs a start
   * 8 ms.
   */
  boolean isThatOf(Identity other) {
    return text.equals(other.text);
  }
}
