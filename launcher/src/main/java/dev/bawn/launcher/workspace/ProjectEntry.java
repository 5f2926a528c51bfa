package dev.bawn.launcher.workspace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;

/**
 * A file, directory or link of a project.
 *
 * @param path its path
 * @param mode its type and permissions, see inode(7)
 * @param uid its owner
 * @param gid its group
 * @param names the number of its hard links
 * @param inode its device and inode, which identify it under any name
 */
record ProjectEntry(Path path, int mode, int uid, int gid, int names, String inode) {

  /** The file types, see inode(7). */
  private static final int TYPE = 0170000;

  private static final int DIRECTORY = 0040000;
  private static final int FILE = 0100000;
  private static final int LINK = 0120000;

  /** Reads an entry; a link is not followed. */
  static ProjectEntry of(Path path) throws IOException {
    Map<String, Object> attributes =
        Files.readAttributes(path, "unix:mode,uid,gid,nlink,dev,ino", LinkOption.NOFOLLOW_LINKS);
    return new ProjectEntry(
        path,
        (Integer) attributes.get("mode"),
        (Integer) attributes.get("uid"),
        (Integer) attributes.get("gid"),
        (Integer) attributes.get("nlink"),
        attributes.get("dev") + ":" + attributes.get("ino"));
  }

  boolean isDirectory() {
    return (mode & TYPE) == DIRECTORY;
  }

  boolean isLink() {
    return (mode & TYPE) == LINK;
  }

  /** Tells whether it is a file with another name, in the project or elsewhere. */
  boolean hasOtherNames() {
    return (mode & TYPE) == FILE && names > 1;
  }
}
