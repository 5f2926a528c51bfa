package dev.bawn.admin.linux;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import dev.bawn.contract.failure.Failed;

/** The functions of libseccomp in use, under their own names: see seccomp_init(3) and others. */
final class LibSeccomp {

  static final int ACT_ALLOW = 0x7fff_0000;
  static final int ACT_ERRNO = 0x0005_0000;
  static final int ACT_KILL_PROCESS = 0x8000_0000;

  /** The action for a call by the convention of another architecture. */
  static final int FLTATR_ACT_BADARCH = 2;

  static final int CMP_MASKED_EQ = 7;

  /** The result of seccomp_syscall_resolve_name for a name that this libseccomp does not know. */
  static final int UNKNOWN_CALL = -1;

  private LibSeccomp() {}

  /**
   * Binds the functions; must be called before any of them.
   *
   * @throws Failed if the library is not installed
   */
  static void bind() {
    try {
      Native.register(LibSeccomp.class, "libseccomp.so.2");
    } catch (UnsatisfiedLinkError e) {
      throw new Failed(
          "libseccomp is not installed",
          "Debian: apt-get install libseccomp2; Arch: pacman -S libseccomp");
    }
  }

  static native Pointer seccomp_init(int defaultAction);

  static native int seccomp_attr_set(Pointer filter, int attribute, int value);

  static native int seccomp_syscall_resolve_name(String name);

  static native int seccomp_rule_add_array(
      Pointer filter, int action, int call, int count, Memory comparisons);

  static native int seccomp_export_bpf(Pointer filter, int descriptor);

  static native void seccomp_release(Pointer filter);
}
