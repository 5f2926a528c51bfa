package dev.bawn.admin.mirror;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * Copies a list to its readers while it arrives. Its records are counted, not stored or
 * interpreted.
 */
final class ListCopies extends OutputStream {

  private final List<OutputStream> readers;
  private long records;

  /**
   * @param readers the receivers of the list; the streams stay open, because the caller writes more
   *     to them later
   */
  ListCopies(List<OutputStream> readers) {
    this.readers = readers;
  }

  @Override
  public void write(int b) {
    write(new byte[] {(byte) b}, 0, 1);
  }

  /**
   * A reader that has ended gets no more bytes; the thread that waits for that process reports why
   * it ended.
   */
  @Override
  public synchronized void write(byte[] chunk, int offset, int length) {
    for (int i = offset; i < offset + length; i++) {
      records += chunk[i] == 0 ? 1 : 0;
    }
    for (OutputStream reader : readers) {
      passOn(reader, chunk, offset, length);
    }
  }

  private static void passOn(OutputStream reader, byte[] chunk, int offset, int length) {
    try {
      reader.write(chunk, offset, length);
      reader.flush();
    } catch (IOException e) {
      // as in write
      return;
    }
  }

  /** Returns the number of records so far. */
  synchronized long records() {
    return records;
  }
}
