package dev.bawn.admin.tool;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Passes on bytes up to a limit, and fails after it: a tree that another user sends may be endless.
 */
final class LimitedOutputStream extends OutputStream {

  private final OutputStream to;
  private final long most;
  private long passed;
  private boolean cut;

  /**
   * @param to receives the bytes
   * @param most the number of bytes that are passed on
   */
  LimitedOutputStream(OutputStream to, long most) {
    this.to = to;
    this.most = most;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] chunk, int offset, int length) throws IOException {
    passed += length;
    if (passed > most) {
      cut = true;
      throw new IOException("more than " + most + " bytes");
    }
    to.write(chunk, offset, length);
  }

  @Override
  public void flush() throws IOException {
    to.flush();
  }

  @Override
  public void close() throws IOException {
    to.close();
  }

  /** Tells whether more bytes came. */
  synchronized boolean isCut() {
    return cut;
  }
}
