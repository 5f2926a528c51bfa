package dev.bawn.admin.seccomp;

/** The error of errno(3) that the kernel returns instead of the system call. */
public enum Answer {
  /** Operation not permitted. */
  EPERM(1),
  /** Function not implemented: programs then take the older call that does the same. */
  ENOSYS(38),
  /** Protocol not supported. */
  EPROTONOSUPPORT(93),
  /** Operation not supported, as on a file system without extended attributes. */
  EOPNOTSUPP(95),
  /** Address family not supported. */
  EAFNOSUPPORT(97);

  private final int errno;

  Answer(int errno) {
    this.errno = errno;
  }

  /** Its number, the same on every architecture that bawn runs on. */
  public int errno() {
    return errno;
  }
}
