package dev.bawn.admin.allowlist;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * Reads the headers of a program, see elf(5). Only 64-bit files are read: the seccomp filter of
 * agents kills all other programs.
 */
public final class ElfFile {

  private static final int MAGIC = 0x7f454c46;
  private static final int CLASS_AT = 4;
  private static final byte CLASS_64 = 2;
  private static final int DATA_AT = 5;
  private static final byte DATA_LITTLE = 1;
  private static final int HEADER = 64;
  private static final int PHOFF_AT = 32;
  private static final int PHENTSIZE_AT = 54;
  private static final int PHNUM_AT = 56;
  private static final int PH_SIZE = 56;
  private static final int PH_FLAGS_AT = 4;

  /**
   * {@code PN_XNUM}: there are more entries, and their number is elsewhere. No real program has so
   * many.
   */
  private static final int TOO_MANY = 0xffff;

  private static final int PT_LOAD = 1;
  private static final int PT_GNU_STACK = 0x6474e551;
  private static final int WRITE_AND_EXECUTE = 3;

  private ElfFile() {}

  /** Tells whether a file begins with the magic number of ELF. */
  public static boolean begins(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      ByteBuffer start = read(channel, 0, Integer.BYTES);
      return start.remaining() == Integer.BYTES && start.getInt(0) == MAGIC;
    }
  }

  /**
   * Tells whether the kernel gives a program writable and executable memory when it starts: its
   * stack, or a segment of the file. No seccomp filter sees that, because the program makes no call
   * for it. Headers that cannot be read count as such.
   */
  static boolean asksForWritableCode(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      ByteBuffer header = read(channel, 0, HEADER);
      if (header.remaining() < HEADER
          || header.getInt(0) != MAGIC
          || header.get(CLASS_AT) != CLASS_64) {
        return false;
      }
      ByteOrder order =
          header.get(DATA_AT) == DATA_LITTLE ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
      header.order(order);
      int count = Short.toUnsignedInt(header.getShort(PHNUM_AT));
      if (count == TOO_MANY || header.getShort(PHENTSIZE_AT) != PH_SIZE) {
        return true;
      }
      ByteBuffer table = read(channel, header.getLong(PHOFF_AT), count * PH_SIZE).order(order);
      if (table.remaining() < count * PH_SIZE) {
        return true;
      }
      for (int at = 0; at < table.limit(); at += PH_SIZE) {
        int type = table.getInt(at);
        int flags = table.getInt(at + PH_FLAGS_AT);
        if ((type == PT_GNU_STACK || type == PT_LOAD)
            && (flags & WRITE_AND_EXECUTE) == WRITE_AND_EXECUTE) {
          return true;
        }
      }
      return false;
    }
  }

  /** Reads bytes; fewer at the end of the file. */
  private static ByteBuffer read(FileChannel channel, long at, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    while (at >= 0 && bytes.hasRemaining() && channel.read(bytes, at + bytes.position()) > 0) {
      // a read may return a part only
    }
    return bytes.flip();
  }
}
