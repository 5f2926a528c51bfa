package dev.bawn.admin.linux;

import com.sun.jna.LastErrorException;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import dev.bawn.contract.failure.Failed;
import java.util.Locale;

/** The system calls in use, named as in section 2 of the manual. */
final class LibC {

  static final int MFD_CLOEXEC = 1;
  static final int O_DIRECTORY = 0200000;
  static final int O_CLOEXEC = 02000000;

  /** The C library has no function for this call. Its number is the same on all architectures. */
  static final long QUOTACTL_FD = 443;

  static {
    Native.register(LibC.class, "libc.so.6");
  }

  private LibC() {}

  static native int memfd_create(String name, int flags) throws LastErrorException;

  static native int open(String path, int flags) throws LastErrorException;

  static native long syscall(long number, int descriptor, int command, int id, Pointer argument)
      throws LastErrorException;

  static native int close(int descriptor) throws LastErrorException;

  private static native String strerror(int errno);

  /** Converts an error of the kernel to a failure with its message and a hint. */
  static Failed failure(String what, LastErrorException error, String hint) {
    return new Failed(what + ": " + strerror(error.getErrorCode()).toLowerCase(Locale.ROOT), hint);
  }
}
