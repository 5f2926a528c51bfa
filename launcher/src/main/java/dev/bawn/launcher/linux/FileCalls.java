package dev.bawn.launcher.linux;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;

/**
 * The system calls that access files through an open directory, named as in section 2 of the
 * manual. They return -1 and set errno; an exception for each missing name would cost more than the
 * call.
 */
final class FileCalls {

  static final int O_WRONLY = 0_1;
  static final int O_CREAT = 0_100;
  static final int O_EXCL = 0_200;
  static final int O_NONBLOCK = 0_4000;
  static final int O_CLOEXEC = 0_2000000;

  /** These two have different values on ARM. */
  static final int O_DIRECTORY = isArm() ? 0_40000 : 0_200000;

  static final int O_NOFOLLOW = isArm() ? 0_100000 : 0_400000;

  static final int AT_REMOVEDIR = 0x200;
  static final int RENAME_NOREPLACE = 1;
  static final int RENAME_EXCHANGE = 2;

  /** See linux/fs.h: the same on all architectures that bawn supports. */
  static final long FICLONE = 0x40049409L;

  /** The same number on every architecture, as for all newer system calls. */
  static final long SYS_OPENAT2 = 437;

  static final long RESOLVE_NO_XDEV = 0x01;
  static final long RESOLVE_NO_MAGICLINKS = 0x02;
  static final long RESOLVE_NO_SYMLINKS = 0x04;
  static final long RESOLVE_BENEATH = 0x08;

  /** The owner stays the same in fchown(2). */
  static final int SAME = -1;

  static final int AT_FDCWD = -100;
  static final int AT_EMPTY_PATH = 0x1000;
  static final int AT_SYMLINK_NOFOLLOW = 0x100;
  static final int STATX_BASIC_STATS = 0x7ff;

  static final int SEEK_SET = 0;
  static final int SEEK_CUR = 1;

  static final int LOCK_EX = 2;
  static final int LOCK_NB = 4;

  private static final int EPERM = 1;
  private static final int ENOENT = 2;
  private static final int ENXIO = 6;
  private static final int EACCES = 13;
  private static final int EEXIST = 17;
  private static final int ENOTDIR = 20;
  private static final int EINVAL = 22;
  private static final int EXDEV = 18;
  private static final int ELOOP = 40;
  private static final int ENODATA = 61;
  private static final int EOPNOTSUPP = 95;

  static {
    Native.register(FileCalls.class, "libc.so.6");
  }

  private FileCalls() {}

  /** Loads this class and JNA's, and with them the native code. */
  static void load() {
    new Memory(1).close();
  }

  private static boolean isArm() {
    return System.getProperty("os.arch", "").startsWith("aarch");
  }

  static native int openat(int directory, byte[] name, int flags);

  static native int openat(int directory, byte[] name, int flags, int mode);

  static native int mkfifo(byte[] path, int mode);

  static native int mkdirat(int directory, byte[] name, int mode);

  static native int renameat(int from, byte[] name, int to, byte[] other);

  static native int renameat2(int from, byte[] name, int to, byte[] other, int flags);

  static native int symlinkat(byte[] text, int directory, byte[] name);

  static native int syncfs(int descriptor);

  static native int fremovexattr(int descriptor, byte[] name);

  static native int fsetxattr(int descriptor, byte[] name, byte[] value, long size, int flags);

  static native long flistxattr(int descriptor, Pointer names, long size);

  static native int fchown(int descriptor, int owner, int group);

  static native long syscall(long number, int directory, byte[] path, Pointer how, long size);

  static native int unlinkat(int directory, byte[] name, int flags);

  static native int fchmod(int descriptor, int mode);

  static native int fchmodat(int directory, byte[] name, int mode, int flags);

  static native long write(int descriptor, Pointer bytes, long size);

  static native int close(int descriptor);

  static native int statx(int directory, byte[] name, int flags, int mask, Pointer status);

  static native int statvfs(byte[] path, Pointer status);

  static native long getdents64(int directory, Pointer entries, long size);

  static native long readlinkat(int directory, byte[] name, Pointer text, long size);

  static native long fgetxattr(int descriptor, byte[] name, Pointer value, long size);

  static native long read(int descriptor, Pointer bytes, long size);

  static native long lseek(int descriptor, long offset, int whence);

  static native int ftruncate(int descriptor, long length);

  static native int flock(int descriptor, int operation);

  static native int ioctl(int descriptor, long request, long argument);

  private static native String strerror(int errno);

  /** Tells whether the last call failed because the name does not exist. */
  static boolean wasMissing() {
    return Native.getLastError() == ENOENT;
  }

  /** Tells whether the last call failed because it does not apply to this kind of file. */
  static boolean wasOfOtherKind() {
    return Native.getLastError() == EINVAL;
  }

  /** Tells whether the last call failed because the name exists. */
  static boolean wasThere() {
    return Native.getLastError() == EEXIST;
  }

  /**
   * Tells whether the last call failed because the extended attribute is missing, or the file
   * system has none.
   */
  static boolean wasWithoutAttribute() {
    int errno = Native.getLastError();
    return errno == ENODATA || errno == EOPNOTSUPP;
  }

  /** As {@link #failure(String)}, for the file that is open at a descriptor. */
  static IOException failure(int descriptor) {
    return failure(openAt(descriptor));
  }

  /** The path that the kernel reports for a descriptor; it may have changed meanwhile. */
  static String openAt(int descriptor) {
    try {
      return Files.readSymbolicLink(Path.of("/proc/self/fd", String.valueOf(descriptor)))
          .toString();
    } catch (IOException | InvalidPathException e) {
      return "a file";
    }
  }

  /** The exception for errno of the last call, of Java's own type if there is one. */
  static IOException failure(String name) {
    int errno = Native.getLastError();
    return switch (errno) {
      case EPERM, EACCES -> new AccessDeniedException(name);
      case ENOENT -> new NoSuchFileException(name);
      // open(2) of a socket or a device, for example of a whiteout
      case ENXIO -> new NoSuchFileException(name, null, "is not a regular file");
      case EEXIST -> new FileAlreadyExistsException(name);
      case EXDEV -> new AtomicMoveNotSupportedException(name, null, strerror(errno));
      case ENOTDIR -> new NotDirectoryException(name);
      case ELOOP -> new FileSystemLoopException(name);
      default -> new FileSystemException(name, null, strerror(errno));
    };
  }
}
