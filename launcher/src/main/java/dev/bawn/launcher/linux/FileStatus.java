package dev.bawn.launcher.linux;

import java.nio.ByteBuffer;

/**
 * The status of a file, which the kernel returns without opening it.
 *
 * @param kind its type
 * @param mode the permissions with setuid, setgid and sticky bit
 * @param size in bytes; of a link, that of its text
 * @param device the number of the device that it is, 0 for anything else
 * @param owner the uid
 * @param group the gid
 * @param isMountPoint whether another file system is mounted there, which the kernel reports from
 *     Linux 5.8 on
 * @param changed its change time, in nanoseconds since 1970: no call can set it
 * @param modified its modification time: of a directory, when an entry was made or removed. A
 *     rename of the directory itself sets only its change time
 * @param inode its number in its file system
 * @param isSparse whether it is a very large file with almost only holes, which a reader gets as
 *     zeros
 */
public record FileStatus(
    FileKind kind,
    int mode,
    long size,
    long device,
    long owner,
    long group,
    boolean isMountPoint,
    long changed,
    long modified,
    long inode,
    boolean isSparse) {

  private static final int PERMISSIONS = 0_7777;
  private static final int PERMISSION_BITS = 0_777;
  private static final int OCTAL_DIGITS = 4;
  private static final int STICKY = 0_1000;
  private static final int ANYONE_RUNS = 0_111;
  static final int OWNER_READS = 0_400;
  private static final int OWNER_WORKS = 0_600;
  private static final int SET_ID = 0_6000;
  private static final int ALL_WRITE = 0_002;
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  // offsets in struct statx, the same on every architecture
  private static final int STX_ATTRIBUTES = 8;
  private static final int STX_UID = 20;
  private static final int STX_GID = 24;
  private static final int STX_MODE = 28;
  private static final int STX_INO = 32;
  private static final int STX_SIZE = 40;
  private static final int STX_BLOCKS = 48;
  private static final int STX_CTIME = 96;
  private static final int STX_CTIME_NANOS = 104;
  private static final int STX_MTIME = 112;
  private static final int STX_MTIME_NANOS = 120;
  private static final int STX_RDEV_MAJOR = 128;
  private static final int STX_RDEV_MINOR = 132;

  /** The size of a block of statx(2), in bytes. */
  private static final int BLOCK = 512;

  /** The size up to which a file is never sparse, in bytes. */
  private static final long LARGE = 1L << 30;

  /** The most bytes for each stored one: compression by a file system reaches about 32. */
  private static final int MOST_FOR_EACH = 64;

  private static final long STATX_ATTR_MOUNT_ROOT = 0x2000;

  static FileStatus of(ByteBuffer statx) {
    int mode = statx.getShort(STX_MODE) & 0xffff;
    FileKind kind = FileKind.of(mode);
    long size = statx.getLong(STX_SIZE);
    long major = Integer.toUnsignedLong(statx.getInt(STX_RDEV_MAJOR));
    long minor = Integer.toUnsignedLong(statx.getInt(STX_RDEV_MINOR));
    return new FileStatus(
        kind,
        mode & PERMISSIONS,
        size,
        major << 32 | minor,
        Integer.toUnsignedLong(statx.getInt(STX_UID)),
        Integer.toUnsignedLong(statx.getInt(STX_GID)),
        (statx.getLong(STX_ATTRIBUTES) & STATX_ATTR_MOUNT_ROOT) != 0,
        statx.getLong(STX_CTIME) * NANOS_PER_SECOND + statx.getInt(STX_CTIME_NANOS),
        statx.getLong(STX_MTIME) * NANOS_PER_SECOND + statx.getInt(STX_MTIME_NANOS),
        statx.getLong(STX_INO),
        kind == FileKind.FILE
            && size > LARGE
            && size / MOST_FOR_EACH > statx.getLong(STX_BLOCKS) * BLOCK);
  }

  /** This status with another kind, mode and size, as at another time. */
  public FileStatus as(FileKind otherKind, int otherMode, long otherSize) {
    return new FileStatus(
        otherKind,
        otherMode,
        otherSize,
        device,
        owner,
        group,
        isMountPoint,
        changed,
        modified,
        inode,
        isSparse);
  }

  /**
   * The permissions that a session can change. A directory inherits its setgid bit, and Linux
   * ignores the sticky bit of a file.
   */
  public int permissions() {
    return kind == FileKind.DIRECTORY ? permissionBits() : mode & ~STICKY;
  }

  /** The file permission bits, without the bits for setuid, setgid and sticky. */
  public int permissionBits() {
    return mode & PERMISSION_BITS;
  }

  /** The mode with at least four octal digits, as in chmod(1). */
  public String octal() {
    String digits = Integer.toOctalString(mode);
    return "0".repeat(Math.max(0, OCTAL_DIGITS - digits.length())) + digits;
  }

  /** Tells whether it is one of these. */
  public boolean is(FileKind other) {
    return kind == other;
  }

  /** Tells whether a user may execute it: the only bit of a mode that git keeps. */
  public boolean isExecutable() {
    return kind == FileKind.FILE && (mode & ANYONE_RUNS) != 0;
  }

  /** Tells whether its owner may read and write it. */
  public boolean isOpenToOwner() {
    return (mode & OWNER_WORKS) == OWNER_WORKS;
  }

  /** Tells whether it is a file that not even its owner may read. */
  public boolean isClosedFile() {
    return kind == FileKind.FILE && (mode & OWNER_READS) == 0;
  }

  /**
   * Tells whether every user of the machine may write to the file, or make entries in the
   * directory.
   */
  public boolean isWritableByAll() {
    return isWritableByAll(kind, mode);
  }

  /** The same for a kind and a mode. */
  public static boolean isWritableByAll(FileKind kind, int mode) {
    return (kind == FileKind.FILE || kind == FileKind.DIRECTORY) && (mode & ALL_WRITE) != 0;
  }

  /** Tells whether it would run with the rights of its owner or its group. */
  public boolean isSetId() {
    return kind == FileKind.FILE && (mode & SET_ID) != 0;
  }
}
