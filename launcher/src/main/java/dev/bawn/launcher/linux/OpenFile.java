package dev.bawn.launcher.linux;

import com.sun.jna.Memory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.SortedMap;

/** A regular file that is held open for reading. Not for several threads. */
public final class OpenFile implements AutoCloseable {

  private static final int GROUP = 0_070;

  /** In bytes: of an access control list before its entries, and of one entry. */
  private static final int LIST_HEAD = 4;

  private static final int LIST_ENTRY = 8;

  /** ACL_GROUP_OBJ, see {@code linux/posix_acl.h}. */
  private static final short OF_GROUP = 4;

  private final int descriptor;
  private final Memory buffer;
  private final FileStatus status;
  private boolean isAtEnd;

  OpenFile(int descriptor, Memory buffer, FileStatus status) {
    this.descriptor = descriptor;
    this.buffer = buffer;
    this.status = status;
  }

  /** The status of the file when it was opened. */
  public FileStatus status() {
    return status;
  }

  /** The value of an extended attribute, if it has it. */
  public Optional<String> attribute(String name) {
    return OpenDirectory.attribute(descriptor, name, buffer);
  }

  /** Gives an empty file the blocks of this one; false if the file system cannot share them. */
  boolean sharesBlocksWith(int other) {
    return FileCalls.ioctl(other, FileCalls.FICLONE, descriptor) == 0;
  }

  /** The attributes of the file in addition to its content. */
  public FileAttributes attributes() throws IOException {
    return extended().all(status.group());
  }

  /** Its extended attributes of the class {@code user}; empty if they may not be read. */
  public SortedMap<String, byte[]> ofUser() {
    return extended().ofUser();
  }

  /**
   * Its mode for a copy without its access control list: the group bits are those of its group. The
   * list has four bytes, and then for each entry its tag, its permissions and an ID: see {@code
   * linux/posix_acl_xattr.h}.
   */
  public int modeWithoutList() throws IOException {
    Optional<byte[]> list = extended().accessList();
    if (list.isEmpty()) {
      return status.mode();
    }
    ByteBuffer entries =
        ByteBuffer.wrap(list.get()).order(ByteOrder.LITTLE_ENDIAN).position(LIST_HEAD);
    while (entries.remaining() >= LIST_ENTRY) {
      short tag = entries.getShort();
      int permissions = entries.getShort();
      entries.getInt();
      if (tag == OF_GROUP) {
        return status.mode() & (~GROUP | permissions << 3);
      }
    }
    return status.mode() & ~GROUP;
  }

  /** Gives the file the attributes of another file, and a mode; see {@link ExtendedAttributes}. */
  public void take(FileAttributes attributes, int mode) throws IOException {
    extended().take(attributes, status.group(), mode);
  }

  private ExtendedAttributes extended() {
    return new ExtendedAttributes(descriptor, buffer);
  }

  /** Tells whether both have the same bytes from here on. */
  public boolean holdsTheSameAs(OpenFile other) throws IOException {
    byte[] mine = next();
    byte[] theirs = other.next();
    while (mine.length > 0 && Arrays.equals(mine, theirs)) {
      mine = next();
      theirs = other.next();
    }
    return mine.length == 0 && theirs.length == 0;
  }

  /**
   * The content from here on.
   *
   * @param most in bytes
   * @return empty if it has more
   */
  public Optional<byte[]> content(int most) throws IOException {
    ByteArrayOutputStream content = new ByteArrayOutputStream((int) Math.min(status.size(), most));
    byte[] next = next();
    while (next.length > 0 && content.size() + next.length <= most) {
      content.writeBytes(next);
      next = next();
    }
    return next.length > 0 ? Optional.empty() : Optional.of(content.toByteArray());
  }

  /** The content from here on, as a stream. */
  public InputStream stream() {
    return new InputStream() {
      private byte[] chunk = new byte[0];
      private int at;

      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
      }

      @Override
      public int read(byte[] into, int from, int length) throws IOException {
        if (at == chunk.length) {
          chunk = next();
          at = 0;
        }
        if (chunk.length == 0) {
          return length == 0 ? 0 : -1;
        }
        int some = Math.min(length, chunk.length - at);
        System.arraycopy(chunk, at, into, from, some);
        at += some;
        return some;
      }
    };
  }

  /** Returns to the first byte. */
  public void rewind() throws IOException {
    goTo(0);
  }

  /** Sets the position. */
  public void goTo(long offset) throws IOException {
    if (FileCalls.lseek(descriptor, offset, FileCalls.SEEK_SET) < 0) {
      throw FileCalls.failure(descriptor);
    }
    isAtEnd = false;
  }

  /** The hash of the content from here on, in hexadecimal digits. */
  public String digest(MessageDigest digest) throws IOException {
    byte[] next = next();
    while (next.length > 0) {
      digest.update(next);
      next = next();
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /** The next bytes, as many as fit the buffer; fewer only at the end. */
  private byte[] next() throws IOException {
    if (isAtEnd) {
      return new byte[0];
    }
    long filled = 0;
    long got = FileCalls.read(descriptor, buffer, buffer.size());
    while (got > 0 && filled + got < buffer.size()) {
      filled += got;
      got = FileCalls.read(descriptor, buffer.share(filled), buffer.size() - filled);
    }
    if (got < 0) {
      throw FileCalls.failure(descriptor);
    }
    isAtEnd = got == 0;
    return buffer.getByteArray(0, (int) (filled + got));
  }

  @Override
  public void close() {
    FileCalls.close(descriptor);
  }
}
