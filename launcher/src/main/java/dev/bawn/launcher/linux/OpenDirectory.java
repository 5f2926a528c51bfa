package dev.bawn.launcher.linux;

import com.sun.jna.Memory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A directory that is held open, so that names are looked up in it and nowhere else, whatever is
 * done to the path that led there. No link is ever followed below it. Not for several threads.
 */
public final class OpenDirectory implements AutoCloseable {

  private static final int SIZE_OF_BUFFER = 64 << 10;
  private static final int LONGEST_LINK = 4096;
  private static final int LONGEST_ATTRIBUTE = 4096;

  // offsets in struct linux_dirent64
  private static final int D_RECLEN = 16;
  private static final int D_NAME = 19;

  private static final int LOOK_INTO =
      FileCalls.O_DIRECTORY | FileCalls.O_NOFOLLOW | FileCalls.O_CLOEXEC;

  /** What a file is called until all of it is there. */
  private static final RawName UNFINISHED = RawName.of(".bawn-unfinished");

  private final int descriptor;
  private final Memory buffer;

  private OpenDirectory(int descriptor, Memory buffer) {
    this.descriptor = descriptor;
    this.buffer = buffer;
  }

  /**
   * Opens a directory by a path of the caller's own choice, on which links are followed.
   *
   * @throws NoSuchFileException if there is none
   */
  public static OpenDirectory at(Path path) throws IOException {
    byte[] name = (path.toAbsolutePath() + "\0").getBytes(StandardCharsets.UTF_8);
    int flags = FileCalls.O_DIRECTORY | FileCalls.O_CLOEXEC;
    int opened = FileCalls.openat(FileCalls.AT_FDCWD, name, flags);
    if (opened < 0) {
      throw FileCalls.failure(path.toString());
    }
    return new OpenDirectory(opened, new Memory(SIZE_OF_BUFFER));
  }

  /**
   * Opens a directory in this one.
   *
   * @throws IOException if it is not there, is a link, or cannot be read
   */
  public OpenDirectory directory(RawName name) throws IOException {
    return new OpenDirectory(open(name, LOOK_INTO), buffer);
  }

  /**
   * Opens a regular file in this directory for reading. Whatever lies there, opening it does not
   * wait and changes nothing.
   *
   * @throws IOException if it is not there, is no regular file, or cannot be read
   */
  public OpenFile file(RawName name) throws IOException {
    int flags = FileCalls.O_NOFOLLOW | FileCalls.O_NONBLOCK | FileCalls.O_CLOEXEC;
    int opened = open(name, flags);
    FileStatus status = status(opened, new byte[1], FileCalls.AT_EMPTY_PATH).orElseThrow();
    if (!status.is(FileKind.FILE)) {
      FileCalls.close(opened);
      throw new NoSuchFileException(name.bytes(), null, "is no regular file");
    }
    return new OpenFile(opened, buffer, status);
  }

  private int open(RawName name, int flags) throws IOException {
    int opened = FileCalls.openat(descriptor, name.ended(), flags);
    if (opened < 0) {
      throw FileCalls.failure(name.bytes());
    }
    return opened;
  }

  /** What a name stands for, if it is there; a link is a link. */
  public Optional<FileStatus> look(RawName name) throws IOException {
    return status(descriptor, name.ended(), FileCalls.AT_SYMLINK_NOFOLLOW);
  }

  /** What the directory itself is. */
  public FileStatus status() throws IOException {
    return status(descriptor, new byte[1], FileCalls.AT_EMPTY_PATH).orElseThrow();
  }

  private Optional<FileStatus> status(int of, byte[] name, int flags) throws IOException {
    if (FileCalls.statx(of, name, flags, FileCalls.STATX_BASIC_STATS, buffer) == 0) {
      return Optional.of(FileStatus.of(buffer));
    }
    if (FileCalls.wasMissing()) {
      return Optional.empty();
    }
    throw FileCalls.failure("a file");
  }

  /**
   * Makes a directory in this one, where nothing of that name is there.
   *
   * @param mode its permissions, as far as the process's umask leaves them
   */
  public void make(RawName name, int mode) throws IOException {
    if (FileCalls.mkdirat(descriptor, name.ended(), mode) != 0 && !FileCalls.wasThere()) {
      throw FileCalls.failure(name.bytes());
    }
  }

  /**
   * Puts a file in this directory, as a whole and in the place of what has its name. A link that
   * has it is replaced, and what it leads to stays.
   *
   * @param mode its permissions
   * @throws IOException if a directory has that name, or there is no room
   */
  public void replace(RawName name, byte[] content, int mode) throws IOException {
    FileCalls.unlinkat(descriptor, UNFINISHED.ended(), 0);
    int flags =
        FileCalls.O_WRONLY
            | FileCalls.O_CREAT
            | FileCalls.O_EXCL
            | FileCalls.O_NOFOLLOW
            | FileCalls.O_CLOEXEC;
    int opened = FileCalls.openat(descriptor, UNFINISHED.ended(), flags, mode);
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

  private void write(int to, byte[] content) throws IOException {
    int written = 0;
    while (written < content.length) {
      int next = Math.min(content.length - written, SIZE_OF_BUFFER);
      buffer.write(0, content, written, next);
      long done = FileCalls.write(to, buffer, next);
      if (done < 0) {
        throw FileCalls.failure("a file");
      }
      written += (int) done;
    }
  }

  /** Removes a file, or a link itself, where it is there. */
  public void remove(RawName name) throws IOException {
    if (FileCalls.unlinkat(descriptor, name.ended(), 0) != 0 && !FileCalls.wasMissing()) {
      throw FileCalls.failure(name.bytes());
    }
  }

  /** The names in it, sorted bytewise. */
  public List<RawName> names() throws IOException {
    List<RawName> names = new ArrayList<>();
    long size = FileCalls.getdents64(descriptor, buffer, SIZE_OF_BUFFER);
    while (size > 0) {
      for (long at = 0; at < size; at += buffer.getShort(at + D_RECLEN) & 0xffff) {
        String name = buffer.getString(at + D_NAME, StandardCharsets.ISO_8859_1.name());
        if (!name.equals(".") && !name.equals("..")) {
          names.add(new RawName(name));
        }
      }
      size = FileCalls.getdents64(descriptor, buffer, SIZE_OF_BUFFER);
    }
    if (size < 0) {
      throw FileCalls.failure("a directory");
    }
    names.sort(null);
    return names;
  }

  /** Where a link in this directory leads, a character for each byte. */
  public String linkText(RawName name) throws IOException {
    long length = FileCalls.readlinkat(descriptor, name.ended(), buffer, LONGEST_LINK);
    if (length < 0) {
      throw FileCalls.failure(name.bytes());
    }
    return new String(buffer.getByteArray(0, (int) length), StandardCharsets.ISO_8859_1);
  }

  /** The value of an extended attribute of the directory, if it has it. */
  public Optional<String> attribute(String name) {
    return attribute(descriptor, name, buffer);
  }

  /** A value that cannot be had is one that is not there: what bears on it is refused elsewhere. */
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
