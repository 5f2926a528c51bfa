package dev.bawn.admin.mirror;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** Copies a list to its readers while it arrives. */
final class ListCopies extends OutputStream {

  private final List<OutputStream> readers;

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
}
