package dev.bawn.admin.linux;

import com.sun.jna.LastErrorException;
import com.sun.jna.Memory;
import dev.bawn.contract.agent.Uid;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The limits that a file system with user quotas sets for the files of each user. It uses
 * quotactl_fd(2), which Linux has since 5.14 and which needs no name of a device.
 */
public final class DiskQuota {

  // linux/quota.h and linux/dqblk_xfs.h: a command, shifted by 8, and the type 0 for users
  private static final int GET = 0x800007 << 8;
  private static final int SET = 0x800008 << 8;
  private static final int STATE = ('X' << 8 | 5) << 8;

  /** Larger than struct if_dqblk and struct fs_quota_stat. */
  private static final int SIZE = 256;

  /** In struct fs_quota_stat: the kernel enforces the limits of users. */
  private static final int FLAGS = 2;

  private static final int ENFORCED = 1 << 1;

  // struct if_dqblk: the limits of space, in units of 1024 bytes, and the bits of the valid fields
  private static final int HARD = 0;
  private static final int SOFT = 8;
  private static final int VALID = 64;
  private static final int LIMITS_OF_SPACE = 1;
  private static final int UNIT = 1024;

  private static final String SHOW = "see the quotas of all users: sudo repquota -a";

  private final Path directory;

  private DiskQuota(Path directory) {
    this.directory = directory;
  }

  /**
   * Returns the quotas of a file system; empty if it has none, or the kernel does not enforce them.
   *
   * @param directory a directory in the file system
   */
  public static Optional<DiskQuota> enforcedIn(Path directory) {
    return Optional.of(new DiskQuota(directory)).filter(DiskQuota::isEnforced);
  }

  private boolean isEnforced() {
    try (Memory state = cleared()) {
      state.setByte(0, (byte) 1);
      call(STATE, Uid.ROOT, state);
      return (state.getShort(FLAGS) & ENFORCED) != 0;
    } catch (LastErrorException e) {
      // no quotas here, or a kernel or file system that does not support them
      return false;
    }
  }

  /** Returns the limit of a user in units of 1024 bytes; 0 for none. */
  private long limit(Uid uid) {
    try (Memory limits = cleared()) {
      call(GET, uid, limits);
      return limits.getLong(HARD);
    } catch (LastErrorException e) {
      throw LibC.failure("cannot read the disk quota of user " + uid, e, SHOW);
    }
  }

  /**
   * Sets the limit of a user.
   *
   * @param bytes as for {@link #limits}
   * @throws dev.bawn.contract.failure.Failed if that fails
   */
  public void set(Uid uid, long bytes) {
    try (Memory limits = cleared()) {
      limits.setLong(HARD, bytes / UNIT);
      limits.setLong(SOFT, bytes / UNIT);
      limits.setInt(VALID, LIMITS_OF_SPACE);
      call(SET, uid, limits);
    } catch (LastErrorException e) {
      throw LibC.failure("cannot set the disk quota of user " + uid, e, SHOW);
    }
  }

  /**
   * Tells whether a user has this limit.
   *
   * @param bytes rounded down to units of 1024 bytes; 0 for none
   */
  public boolean limits(Uid uid, long bytes) {
    return limit(uid) == bytes / UNIT;
  }

  private static Memory cleared() {
    Memory memory = new Memory(SIZE);
    memory.clear();
    return memory;
  }

  private void call(int command, Uid uid, Memory argument) {
    int descriptor = LibC.open(directory.toString(), LibC.O_DIRECTORY | LibC.O_CLOEXEC);
    try {
      LibC.syscall(LibC.QUOTACTL_FD, descriptor, command, uid.number(), argument);
    } finally {
      LibC.close(descriptor);
    }
  }
}
