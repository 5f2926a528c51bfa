package dev.bawn.admin.mirror;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * Where a list goes: to those who need it, as it comes. Nobody here keeps it or looks at it; its
 * records are counted.
 */
final class ListCopies extends OutputStream {

  private static final long MOST = 256 << 20;

  private final List<OutputStream> readers;
  private long records;
  private long passed;

  /**
   * @param readers who get it; the streams stay open, since more is said there later
   */
  ListCopies(List<OutputStream> readers) {
    this.readers = readers;
  }

  @Override
  public void write(int b) {
    write(new byte[] {(byte) b}, 0, 1);
  }

  /** Those who are gone get nothing; why they are gone is found out where they are waited for. */
  @Override
  public synchronized void write(byte[] chunk, int offset, int length) {
    passed += length;
    if (isCut()) {
      readers.forEach(ListCopies::end);
      return;
    }
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
      // as above
      return;
    }
  }

  private static void end(OutputStream reader) {
    try {
      reader.close();
    } catch (IOException e) {
      // as above
      return;
    }
  }

  /** Whether it was longer than 256 MiB; then the rest went nowhere. */
  synchronized boolean isCut() {
    return passed > MOST;
  }

  /** How many names there have been. */
  synchronized long records() {
    return records;
  }
}
