package dev.bawn.contract.layout;

import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;

/**
 * Files that control a user's unprivileged sessions. They must belong to that user, and no other
 * user may be able to write or replace them. A link is refused, because it could lead into a
 * project; a file with several hard links is refused, because one of them could be in a project.
 */
public final class PersonalFiles {

  private static final int WRITABLE_BY_OTHERS = 0002;
  private static final int WRITABLE_BY_GROUP = 0020;
  private static final int STICKY = 01000;
  private static final int TYPE = 0170000;
  private static final int REGULAR = 0100000;
  private static final int DIRECTORY = 0040000;
  private static final int LINK = 0120000;
  private static final int LARGEST = 256 << 10;
  private static final FileAttribute<?> PRIVATE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private final Uid owner;
  private final SystemLayout layout;

  /**
   * @param owner of the files
   * @param layout with the members of groups
   */
  public PersonalFiles(Uid owner, SystemLayout layout) {
    this.owner = owner;
    this.layout = layout;
  }

  /**
   * Reads one of them.
   *
   * @throws Refused if another user could have written it, or it is larger than 256 KiB
   * @throws java.nio.file.NoSuchFileException if it does not exist
   */
  public byte[] read(Path file) throws IOException {
    require(file.getParent(), DIRECTORY);
    require(file, REGULAR);
    try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
      byte[] content = in.readNBytes(LARGEST + 1);
      if (content.length > LARGEST) {
        throw new Refused(
            Printable.of(file) + " is larger than 256 KiB", "remove what bawn does not need");
      }
      return content;
    }
  }

  /**
   * Requires that one of them is a program that no other user could have written.
   *
   * @throws Refused if another user could, or it is not executable
   */
  public void requireProgram(Path file) throws IOException {
    require(file.getParent(), DIRECTORY);
    require(file, REGULAR);
    if (!Files.isExecutable(file)) {
      throw new Refused(
          Printable.of(file) + " is not executable", "run: chmod u+x " + Printable.of(file));
    }
  }

  /**
   * Requires that no other user can replace this directory or a parent: all existing ones belong to
   * this user or root, and other users can write only in those parents with the sticky bit, in
   * which they cannot rename files of others. They could make files in the directory itself before
   * this user does.
   *
   * @param directory absolute; a missing part of it will be made, and is made now if another user
   *     could make it first
   * @param trusted neither this directory nor its parents are checked
   * @throws Refused if another user could replace one
   */
  public void requireUnexchangeable(Path directory, Path trusted) throws IOException {
    Path there = directory;
    while (Files.notExists(there, LinkOption.NOFOLLOW_LINKS)) {
      there = there.getParent();
    }
    requireParents(there, directory, trusted);
    if (!there.equals(directory) && othersCanWrite(there.toRealPath())) {
      Files.createDirectories(directory, PRIVATE);
      requireParents(directory, directory, trusted);
    }
  }

  private void requireParents(Path there, Path directory, Path trusted) throws IOException {
    Path end = Files.isDirectory(trusted) ? trusted.toRealPath() : trusted;
    boolean isItself = there.equals(directory);
    for (Path at = there.toRealPath(); at != null && !at.equals(end); at = at.getParent()) {
      Map<String, Object> attributes =
          Files.readAttributes(at, "unix:uid,gid,mode", LinkOption.NOFOLLOW_LINKS);
      int uid = (Integer) attributes.get("uid");
      int mode = (Integer) attributes.get("mode");
      if (uid != owner.number() && uid != 0) {
        throw new Refused(
            Printable.of(at) + " belongs to another user" + exchange(at, directory),
            "see: ls -ld " + Printable.of(at));
      }
      boolean isSticky = (mode & STICKY) != 0 && !isItself;
      isItself = false;
      if (!isSticky && othersCanWrite(mode, (Integer) attributes.get("gid"))) {
        throw new Refused(
            Printable.of(at) + " can be written by other users" + exchange(at, directory),
            (uid == owner.number() ? "run: " : "ask root to run: ")
                + "chmod go-w "
                + Printable.of(at));
      }
    }
  }

  private static String exchange(Path at, Path directory) {
    return at.equals(directory)
        ? ", so bawn does not trust it"
        : ", who could exchange " + Printable.of(directory);
  }

  /**
   * Requires that every entry of a directory belongs to this user or root, and that no other user
   * can write in a directory among them. Another user may have made an entry while the directory
   * could be written by others.
   *
   * @param directory which may be missing
   * @param trusted see {@link #requireUnexchangeable}; a link leads only to such a directory
   * @throws Refused if an entry belongs to another user, or others can write in it
   * @throws IOException also if this user can not list the directory or use its entries
   */
  public void requireOwnEntries(Path directory, Path trusted) throws IOException {
    String[] names = directory.toFile().list();
    if (names == null && Files.isDirectory(directory)) {
      throw new AccessDeniedException(directory.toString());
    }
    for (String name : names == null ? new String[0] : names) {
      Path entry = directory.resolve(name);
      Map<String, Object> attributes;
      try {
        attributes = Files.readAttributes(entry, "unix:uid,gid,mode", LinkOption.NOFOLLOW_LINKS);
      } catch (NoSuchFileException e) {
        continue; // removed meanwhile
      }
      int uid = (Integer) attributes.get("uid");
      int mode = (Integer) attributes.get("mode");
      if (uid != owner.number() && uid != 0) {
        throw new Refused(
            Printable.of(entry) + " belongs to another user", "see: ls -ld " + Printable.of(entry));
      }
      if ((mode & TYPE) == LINK && Files.isDirectory(entry)) {
        requireUnexchangeable(entry, trusted);
      }
      if ((mode & TYPE) == DIRECTORY && othersCanWrite(mode, (Integer) attributes.get("gid"))) {
        throw new Refused(
            Printable.of(entry) + " can be written by other users, so bawn does not trust it",
            "run: chmod go-w " + Printable.of(entry));
      }
    }
  }

  /**
   * Makes a directory and its missing parents, private to this user.
   *
   * @throws Refused if it is a link, belongs to another user, or other users can write in it
   */
  public void makeOwn(Path directory) throws IOException {
    try {
      Files.createDirectories(directory, PRIVATE);
    } catch (FileAlreadyExistsException e) {
      // the next line names the reason
    }
    require(directory, DIRECTORY);
  }

  private void require(Path path, int type) throws IOException {
    Map<String, Object> attributes =
        Files.readAttributes(path, "unix:uid,gid,mode,nlink", LinkOption.NOFOLLOW_LINKS);
    int mode = (Integer) attributes.get("mode");
    if ((mode & TYPE) == LINK) {
      throw new Refused(
          Printable.of(path) + " is a symbolic link, which bawn does not follow",
          "replace the link with its target");
    }
    if ((mode & TYPE) != type) {
      throw new Refused(
          Printable.of(path) + (type == REGULAR ? " is not a file" : " is not a directory"),
          "see: ls -ld " + Printable.of(path));
    }
    if ((Integer) attributes.get("uid") != owner.number()) {
      throw new Refused(
          Printable.of(path) + " belongs to another user", "see: ls -ld " + Printable.of(path));
    }
    if (othersCanWrite(mode, (Integer) attributes.get("gid"))) {
      throw new Refused(
          Printable.of(path) + " can be written by other users, so bawn does not trust it",
          "run: chmod go-w " + Printable.of(path));
    }
    if (type == REGULAR && (Integer) attributes.get("nlink") > 1) {
      throw new Refused(
          Printable.of(path)
              + " has several hard links, and a session could write the file by another one",
          "make it a file of its own: cp -p %1$s %1$s.new && mv %1$s.new %1$s"
              .formatted(Printable.of(path)));
    }
  }

  /** Tells whether another user could write the file, or create a file in the directory. */
  public boolean othersCanWrite(Path path) throws IOException {
    Map<String, Object> attributes =
        Files.readAttributes(path, "unix:gid,mode", LinkOption.NOFOLLOW_LINKS);
    return othersCanWrite((Integer) attributes.get("mode"), (Integer) attributes.get("gid"));
  }

  private boolean othersCanWrite(int mode, int gid) {
    boolean others = (mode & WRITABLE_BY_OTHERS) != 0;
    boolean group = (mode & WRITABLE_BY_GROUP) != 0;
    return others || group && !PrivateGroup.is(gid, owner, layout);
  }
}
