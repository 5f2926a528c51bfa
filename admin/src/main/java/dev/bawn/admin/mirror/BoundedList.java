package dev.bawn.admin.mirror;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Passes on a list of owner-list, up to a bound. The owner of a project can write to the output of
 * that process, so the list and each record of it may be endless.
 */
final class BoundedList extends OutputStream {

  /** The longest list of a whole project in bytes: the names of about two million files. */
  static final long WHOLE = 256 << 20;

  /** The longest list of changes in bytes; of more changes, the whole list takes less time. */
  static final long PART = 2 << 20;

  /** The longest record in bytes; a path has at most 4096. */
  static final int LONGEST_RECORD = 8192;

  private final long most;
  private final OutputStream next;
  private long passed;
  private int record;
  private boolean isCut;

  /** A list is longer than permitted. */
  static final class Exceeded extends IOException {

    private static final long serialVersionUID = 1L;

    /**
     * @param what the part that is too long
     */
    Exceeded(String what) {
      super(what + " is too long");
    }
  }

  /**
   * @param most the longest list in bytes
   * @param next receives the list
   */
  BoundedList(long most, OutputStream next) {
    this.most = most;
    this.next = next;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  /**
   * Passes on a part of the list.
   *
   * @throws Exceeded if the list is too long; the reader of the list stops, and the receivers get
   *     no more of it
   */
  @Override
  public synchronized void write(byte[] chunk, int offset, int length) throws IOException {
    try {
      require(chunk, offset, length);
      next.write(chunk, offset, length);
    } catch (Exceeded e) {
      isCut = true;
      throw e;
    } catch (OutOfMemoryError e) {
      // other projects need the memory, too
      isCut = true;
      throw new Exceeded("the list");
    }
  }

  private void require(byte[] chunk, int offset, int length) throws Exceeded {
    passed += length;
    if (isCut || passed > most) {
      throw new Exceeded("the list");
    }
    for (int at = offset; at < offset + length; at++) {
      record = chunk[at] == 0 ? 0 : record + 1;
      if (record > LONGEST_RECORD) {
        throw new Exceeded("a record");
      }
    }
  }

  @Override
  public void flush() throws IOException {
    next.flush();
  }

  /** Tells whether the list was too long; then the receivers have only a part of it. */
  synchronized boolean isCut() {
    return isCut;
  }
}
