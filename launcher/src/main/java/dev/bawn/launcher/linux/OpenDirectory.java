package dev.bawn.launcher.linux;

import com.sun.jna.Memory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * A directory that is held open: names are looked up in it, even if its path leads elsewhere by
 * now. No link is ever followed below it. Not for several threads.
 */
public final class OpenDirectory implements AutoCloseable {

  private static final int SIZE_OF_BUFFER = 64 << 10;

  private static final byte[] HOLE = new byte[SIZE_OF_BUFFER];
  private static final int LONGEST_LINK = 4096;
  private static final int LONGEST_ATTRIBUTE = 4096;

  /** The flags for reading: opening never waits, whatever the file is. */
  private static final int READ = FileCalls.O_NOFOLLOW | FileCalls.O_NONBLOCK | FileCalls.O_CLOEXEC;

  /** The flags for a file that does not exist yet. */
  private static final int CREATE =
      FileCalls.O_WRONLY
          | FileCalls.O_CREAT
          | FileCalls.O_EXCL
          | FileCalls.O_NOFOLLOW
          | FileCalls.O_CLOEXEC;

  // struct open_how
  private static final int SIZE_OF_HOW = 24;
  private static final int HOW_RESOLVE = 16;

  // offsets in struct linux_dirent64
  private static final int D_RECLEN = 16;
  private static final int D_TYPE = 18;
  private static final int D_NAME = 19;

  // values of d_type
  private static final int DT_UNKNOWN = 0;
  private static final int DT_DIR = 4;
  private static final int DT_LNK = 10;

  private static final int LOOK_INTO =
      FileCalls.O_DIRECTORY | FileCalls.O_NOFOLLOW | FileCalls.O_CLOEXEC;

  /** The bytes of a path in one call, with the NUL at its end; see path_resolution(7). */
  private static final int PATH_MAX = 4096;

  /** The name of a file until it is complete. */
  private static final RawName UNFINISHED = RawName.of(".bawn-unfinished");

  private final int descriptor;
  private final Memory buffer;

  /** The same memory as a buffer: JNA needs a native call for each number. */
  private final ByteBuffer filled;

  private OpenDirectory(int descriptor, Memory buffer, ByteBuffer filled) {
    this.descriptor = descriptor;
    this.buffer = buffer;
    this.filled = filled;
  }

  /**
   * Opens a directory by a path of the caller, on which links are followed.
   *
   * @throws NoSuchFileException if it does not exist
   */
  public static OpenDirectory at(Path path) throws IOException {
    byte[] name = (path.toAbsolutePath() + "\0").getBytes(StandardCharsets.UTF_8);
    int flags = FileCalls.O_DIRECTORY | FileCalls.O_CLOEXEC;
    int opened = FileCalls.openat(FileCalls.AT_FDCWD, name, flags);
    if (opened < 0) {
      throw FileCalls.failure(path.toString());
    }
    Memory buffer = new Memory(SIZE_OF_BUFFER);
    return new OpenDirectory(opened, buffer, buffer.getByteBuffer(0, SIZE_OF_BUFFER));
  }

  /**
   * Opens a directory in this one.
   *
   * @throws IOException if it does not exist, is a link, or cannot be read
   */
  public OpenDirectory directory(RawName name) throws IOException {
    return new OpenDirectory(open(name, LOOK_INTO), buffer, filled);
  }

  /**
   * Opens a regular file in this directory for reading. Opening never waits and changes nothing,
   * whatever the file is.
   *
   * @throws IOException if it does not exist, is no regular file, or cannot be read
   */
  public OpenFile file(RawName name) throws IOException {
    int opened;
    try {
      opened = open(name, READ);
    } catch (NoSuchFileException | FileSystemLoopException e) {
      throw e;
    } catch (FileSystemException e) {
      // the kernel opens no whiteout: EACCES on a file system without devices
      if (look(name).filter(found -> found.is(FileKind.FILE)).isEmpty()) {
        throw notAFile(name);
      }
      throw e;
    }
    return file(opened, name, statusOf(opened));
  }

  private static NoSuchFileException notAFile(RawName name) {
    return new NoSuchFileException(name.bytes(), null, "is not a regular file");
  }

  private OpenFile file(int opened, RawName name, FileStatus status) throws IOException {
    if (!status.is(FileKind.FILE)) {
      FileCalls.close(opened);
      throw notAFile(name);
    }
    return new OpenFile(opened, buffer, status);
  }

  private FileStatus statusOf(int opened) throws IOException {
    return status(opened, new byte[1], FileCalls.AT_EMPTY_PATH).orElseThrow();
  }

  /**
   * As {@link #file}, also for a file of the caller whose mode denies reading to its owner: it has
   * another mode until it is open.
   *
   * @throws AccessDeniedException if it is another user's
   */
  public OpenFile closedFile(RawName name) throws IOException {
    try {
      return file(name);
    } catch (AccessDeniedException e) {
      FileStatus closed = look(name).filter(FileStatus::isClosedFile).orElseThrow(() -> e);
      setMode(name, closed.mode() | FileStatus.OWNER_READS);
      int opened = open(name, READ);
      if (statusOf(opened).mode() == (closed.mode() | FileStatus.OWNER_READS)) {
        FileCalls.fchmod(opened, closed.mode());
      }
      return file(opened, name, statusOf(opened));
    }
  }

  /**
   * Opens a directory below this one without following links, going up or entering mounts; see
   * openat2(2).
   *
   * @param path names separated by slashes, one character for each byte; empty for this one again
   */
  public OpenDirectory beneath(String path) throws IOException {
    int end = path.length() < PATH_MAX ? 0 : path.lastIndexOf('/', PATH_MAX - 1);
    if (end > 0) {
      try (OpenDirectory above = beneath(path.substring(0, end))) {
        return above.beneath(path.substring(end + 1));
      }
    }
    buffer.clear(SIZE_OF_HOW);
    buffer.setLong(0, LOOK_INTO);
    buffer.setLong(
        HOW_RESOLVE,
        FileCalls.RESOLVE_BENEATH
            | FileCalls.RESOLVE_NO_SYMLINKS
            | FileCalls.RESOLVE_NO_MAGICLINKS
            | FileCalls.RESOLVE_NO_XDEV);
    byte[] ended = ((path.isEmpty() ? "." : path) + "\0").getBytes(StandardCharsets.ISO_8859_1);
    long opened = FileCalls.syscall(FileCalls.SYS_OPENAT2, descriptor, ended, buffer, SIZE_OF_HOW);
    if (opened < 0) {
      throw FileCalls.failure(path);
    }
    return new OpenDirectory((int) opened, buffer, filled);
  }

  private int open(RawName name, int flags) throws IOException {
    int opened = FileCalls.openat(descriptor, name.ended(), flags);
    if (opened < 0) {
      throw FileCalls.failure(name.bytes());
    }
    return opened;
  }

  /** The status of a name, if it exists; links are not followed. */
  public Optional<FileStatus> look(RawName name) throws IOException {
    return status(descriptor, name.ended(), FileCalls.AT_SYMLINK_NOFOLLOW);
  }

  /** The status of the directory itself. */
  public FileStatus status() throws IOException {
    return status(descriptor, new byte[1], FileCalls.AT_EMPTY_PATH).orElseThrow();
  }

  private Optional<FileStatus> status(int of, byte[] name, int flags) throws IOException {
    if (FileCalls.statx(of, name, flags, FileCalls.STATX_BASIC_STATS, buffer) == 0) {
      return Optional.of(FileStatus.of(filled));
    }
    if (FileCalls.wasMissing()) {
      return Optional.empty();
    }
    throw FileCalls.failure(
        FileCalls.openAt(of)
            + "/"
            + new String(name, 0, name.length - 1, StandardCharsets.ISO_8859_1));
  }

  /**
   * Makes a directory in this one, unless the name exists.
   *
   * @param mode its permissions, as far as the process's umask permits
   */
  public void make(RawName name, int mode) throws IOException {
    if (FileCalls.mkdirat(descriptor, name.ended(), mode) != 0 && !FileCalls.wasThere()) {
      throw FileCalls.failure(name.bytes());
    }
  }

  /**
   * Writes a file in this directory as a whole, replacing an existing one. A link of that name is
   * replaced, and its target stays.
   *
   * @param mode its permissions
   * @throws IOException if a directory has that name, or there is no room
   */
  public void replace(RawName name, byte[] content, int mode) throws IOException {
    FileCalls.unlinkat(descriptor, UNFINISHED.ended(), 0);
    int opened = FileCalls.openat(descriptor, UNFINISHED.ended(), CREATE, mode);
    if (opened < 0) {
      throw FileCalls.failure(name.bytes());
    }
    boolean isDone = false;
    try {
      write(opened, content);
      isDone =
          FileCalls.fchmod(opened, mode) == 0
              && FileCalls.renameat(descriptor, UNFINISHED.ended(), descriptor, name.ended()) == 0;
      if (!isDone) {
        throw FileCalls.failure(name.bytes());
      }
    } finally {
      FileCalls.close(opened);
      if (!isDone) {
        FileCalls.unlinkat(descriptor, UNFINISHED.ended(), 0);
      }
    }
  }

  /**
   * Makes a new file in this directory.
   *
   * @param content read to its end
   * @param mode its permissions
   * @throws IOException if the name exists, or there is no room
   */
  public void create(RawName name, InputStream content, int mode) throws IOException {
    create(name, mode, opened -> write(opened, content));
  }

  /**
   * Makes a copy of a file in this directory. If the file system can, both share their blocks until
   * one is written to (FICLONE, see ioctl_ficlonerange(2)).
   *
   * @param file from its beginning
   * @param mode its permissions
   * @throws IOException if the name exists, or there is no room
   */
  public void create(RawName name, OpenFile file, int mode) throws IOException {
    create(
        name,
        mode,
        opened -> {
          if (!file.sharesBlocksWith(opened)) {
            write(opened, file.stream());
          }
        });
  }

  /** Writes the content of a new file. */
  @FunctionalInterface
  private interface Filling {
    void fill(int descriptor) throws IOException;
  }

  private void create(RawName name, int mode, Filling filling) throws IOException {
    int opened = FileCalls.openat(descriptor, name.ended(), CREATE, mode);
    if (opened < 0) {
      throw FileCalls.failure(name.bytes());
    }
    try {
      filling.fill(opened);
      if (FileCalls.fchmod(opened, mode) != 0) {
        throw FileCalls.failure(name.bytes());
      }
    } finally {
      FileCalls.close(opened);
    }
  }

  /** Writes a content. Long runs of zeros become holes: a copy of a sparse file stays sparse. */
  private void write(int to, InputStream content) throws IOException {
    boolean isHole = false;
    byte[] next = content.readNBytes(SIZE_OF_BUFFER);
    while (next.length > 0) {
      isHole = Arrays.equals(next, HOLE);
      if (!isHole) {
        write(to, next);
      } else if (FileCalls.lseek(to, SIZE_OF_BUFFER, FileCalls.SEEK_CUR) < 0) {
        throw FileCalls.failure(to);
      }
      next = content.readNBytes(SIZE_OF_BUFFER);
    }
    if (isHole && FileCalls.ftruncate(to, FileCalls.lseek(to, 0, FileCalls.SEEK_CUR)) != 0) {
      throw FileCalls.failure(to);
    }
  }

  /**
   * Makes a new link in this directory.
   *
   * @param text its target, one character for each byte
   */
  public void link(RawName name, String text) throws IOException {
    byte[] ended = (text + "\0").getBytes(StandardCharsets.ISO_8859_1);
    if (FileCalls.symlinkat(ended, descriptor, name.ended()) != 0) {
      throw FileCalls.failure(name.bytes());
    }
  }

  /** Moves an entry to a free name in another directory. */
  public void move(RawName name, OpenDirectory to, RawName other) throws IOException {
    rename(name, to, other, FileCalls.RENAME_NOREPLACE);
  }

  /** Exchanges two existing entries atomically. */
  public void exchange(RawName name, OpenDirectory with, RawName other) throws IOException {
    rename(name, with, other, FileCalls.RENAME_EXCHANGE);
  }

  private void rename(RawName name, OpenDirectory to, RawName other, int flags) throws IOException {
    if (FileCalls.renameat2(descriptor, name.ended(), to.descriptor, other.ended(), flags) != 0) {
      throw FileCalls.failure(other.bytes());
    }
  }

  /** Removes an empty directory in this one. */
  public void removeDirectory(RawName name) throws IOException {
    if (FileCalls.unlinkat(descriptor, name.ended(), FileCalls.AT_REMOVEDIR) != 0
        && !FileCalls.wasMissing()) {
      throw FileCalls.failure(name.bytes());
    }
  }

  /** Sets the permissions of the directory itself. */
  public void setMode(int mode) throws IOException {
    if (FileCalls.fchmod(descriptor, mode) != 0) {
      throw FileCalls.failure(descriptor);
    }
  }

  /** Sets the permissions of a directory in this one, even if it may not be opened. */
  public void setMode(RawName name, int mode) throws IOException {
    if (FileCalls.fchmodat(descriptor, name.ended(), mode, FileCalls.AT_SYMLINK_NOFOLLOW) != 0) {
      throw FileCalls.failure(name.bytes());
    }
  }

  /** The attributes of the directory in addition to its entries. */
  public FileAttributes attributes() throws IOException {
    return new ExtendedAttributes(descriptor, buffer).all(status().group());
  }

  /** Gives the directory the attributes of another one, and a mode. */
  public void take(FileAttributes attributes, int mode) throws IOException {
    new ExtendedAttributes(descriptor, buffer).take(attributes, status().group(), mode);
  }

  /** Removes an extended attribute from the directory, if it has it. */
  public void removeAttribute(String name) {
    FileCalls.fremovexattr(descriptor, (name + "\0").getBytes(StandardCharsets.US_ASCII));
  }

  /** Writes all data of this file system to the disk. */
  public void sync() throws IOException {
    if (FileCalls.syncfs(descriptor) != 0) {
      throw FileCalls.failure(descriptor);
    }
  }

  private void write(int to, byte[] content) throws IOException {
    int written = 0;
    while (written < content.length) {
      int next = Math.min(content.length - written, SIZE_OF_BUFFER);
      buffer.write(0, content, written, next);
      long done = FileCalls.write(to, buffer, next);
      if (done < 0) {
        throw FileCalls.failure(to);
      }
      written += (int) done;
    }
  }

  /** Removes a file, or a link itself, if it exists. */
  public void remove(RawName name) throws IOException {
    if (FileCalls.unlinkat(descriptor, name.ended(), 0) != 0 && !FileCalls.wasMissing()) {
      throw FileCalls.failure(name.bytes());
    }
  }

  /** The names in it, sorted bytewise. */
  public List<RawName> names() throws IOException {
    return names(_ -> true);
  }

  /**
   * The names that may be links or directories, sorted bytewise: a file system need not report the
   * type, see getdents(2).
   */
  public List<RawName> linksAndDirectories() throws IOException {
    return names(type -> type == DT_LNK || type == DT_DIR || type == DT_UNKNOWN);
  }

  private List<RawName> names(IntPredicate wanted) throws IOException {
    List<RawName> names = new ArrayList<>();
    if (FileCalls.lseek(descriptor, 0, FileCalls.SEEK_SET) < 0) {
      throw FileCalls.failure(descriptor);
    }
    int size = (int) FileCalls.getdents64(descriptor, buffer, SIZE_OF_BUFFER);
    while (size > 0) {
      for (int at = 0; at < size; at += filled.getShort(at + D_RECLEN) & 0xffff) {
        String name = wanted.test(filled.get(at + D_TYPE)) ? name(at) : ".";
        if (!name.equals(".") && !name.equals("..")) {
          names.add(new RawName(name));
        }
      }
      size = (int) FileCalls.getdents64(descriptor, buffer, SIZE_OF_BUFFER);
    }
    if (size < 0) {
      throw FileCalls.failure(descriptor);
    }
    names.sort(null);
    return names;
  }

  private String name(int entry) {
    int length = 0;
    while (filled.get(entry + D_NAME + length) != 0) {
      length++;
    }
    byte[] name = new byte[length];
    filled.get(entry + D_NAME, name);
    return new String(name, StandardCharsets.ISO_8859_1);
  }

  /**
   * The target of a link in this directory, one character for each byte.
   *
   * @throws NoSuchFileException if it does not exist, or is no link
   */
  public String linkText(RawName name) throws IOException {
    long length = FileCalls.readlinkat(descriptor, name.ended(), buffer, LONGEST_LINK);
    if (length < 0 && FileCalls.wasOfOtherKind()) {
      throw new NoSuchFileException(name.bytes(), null, "is not a link");
    }
    if (length < 0) {
      throw FileCalls.failure(name.bytes());
    }
    return new String(buffer.getByteArray(0, (int) length), StandardCharsets.ISO_8859_1);
  }

  /** The value of an extended attribute of the directory, if it has it. */
  public Optional<String> attribute(String name) {
    return attribute(descriptor, name, buffer);
  }

  /**
   * The value of an attribute. An unreadable one counts as missing: the files that it affects are
   * refused elsewhere.
   */
  static Optional<String> attribute(int descriptor, String name, Memory buffer) {
    byte[] ended = (name + "\0").getBytes(StandardCharsets.US_ASCII);
    long length = FileCalls.fgetxattr(descriptor, ended, buffer, LONGEST_ATTRIBUTE);
    return length < 0
        ? Optional.empty()
        : Optional.of(
            new String(buffer.getByteArray(0, (int) length), StandardCharsets.ISO_8859_1));
  }

  @Override
  public void close() {
    FileCalls.close(descriptor);
  }
}
