package dev.bawn.contract.sandbox;

/**
 * Permission bits of a directory, see chmod(2).
 *
 * @param bits 0 to 01777
 */
public record Mode(int bits) {

  private static final int MOST = 01777;

  /**
   * @throws IllegalArgumentException if other bits are set
   */
  public Mode {
    if (bits < 0 || bits > MOST) {
      throw new IllegalArgumentException("no mode of a file");
    }
  }

  /** All users can enter; only the owner can write. */
  public static final Mode PUBLIC = new Mode(0755);

  /** Only reading is permitted, even for the owner. */
  public static final Mode READ_ONLY = new Mode(0555);

  /** Only its owner may enter. */
  public static final Mode PRIVATE = new Mode(0700);

  /** All users can write; each user can remove only their own files, as in /tmp. */
  public static final Mode SHARED = new Mode(01777);

  String octal() {
    // a format costs a launch some milliseconds
    String digits = Integer.toOctalString(bits);
    return "0000".substring(digits.length()) + digits;
  }
}
