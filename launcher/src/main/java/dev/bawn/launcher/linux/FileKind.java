package dev.bawn.launcher.linux;

import java.util.Locale;

/** The kind of a file. */
public enum FileKind {
  FILE,
  DIRECTORY,
  LINK,
  FIFO,
  SOCKET,
  CHARACTER_DEVICE,
  BLOCK_DEVICE;

  private final String words = name().toLowerCase(Locale.ROOT).replace('_', ' ');

  /** Returns the kind from {@code st_mode}: see inode(7). */
  static FileKind of(int mode) {
    return switch (mode & 0_170000) {
      case 0_100000 -> FILE;
      case 0_040000 -> DIRECTORY;
      case 0_120000 -> LINK;
      case 0_010000 -> FIFO;
      case 0_140000 -> SOCKET;
      case 0_020000 -> CHARACTER_DEVICE;
      default -> BLOCK_DEVICE;
    };
  }

  /** The kind as text, for messages and JSON: {@code character device}. */
  public String words() {
    return words;
  }
}
