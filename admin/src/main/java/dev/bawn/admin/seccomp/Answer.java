package dev.bawn.admin.seccomp;

/** The error of errno(3) that the kernel returns instead of the system call. */
public enum Answer {
  /** Operation not permitted. */
  EPERM(1),
  /** Function not implemented: programs then use the older call with the same effect. */
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

  /** Returns its number, which is the same on all architectures of bawn. */
  public int errno() {
    return errno;
  }
}
