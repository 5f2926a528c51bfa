package dev.bawn.admin.linux;

import com.sun.jna.LastErrorException;
import com.sun.jna.Native;
import dev.bawn.contract.failure.Failed;
import java.util.Locale;

/** The system calls that are used, named as in section 2 of the manual. */
final class LibC {

  static final int MFD_CLOEXEC = 1;

  static {
    Native.register(LibC.class, "libc.so.6");
  }

  private LibC() {}

  static native int memfd_create(String name, int flags) throws LastErrorException;

  static native int close(int descriptor) throws LastErrorException;

  private static native String strerror(int errno);

  /** In words, for the one place where an error of the kernel becomes a failure of ours. */
  static Failed failure(String what, LastErrorException error) {
    return new Failed(what + ": " + strerror(error.getErrorCode()).toLowerCase(Locale.ROOT), "");
  }
}
