package dev.bawn.contract.wall;

/**
 * Permission bits of a directory, see chmod(2).
 *
 * @param bits 0 to 01777
 */
public record Mode(int bits) {

  /** Everybody may enter, only its owner may write. */
  public static final Mode PUBLIC = new Mode(0755);

  /** Nobody may write, not even its owner. */
  public static final Mode READ_ONLY = new Mode(0555);

  /** Everybody may write and remove only what is theirs, as /tmp. */
  public static final Mode SHARED = new Mode(01777);

  String octal() {
    return String.format("%04o", bits);
  }
}
