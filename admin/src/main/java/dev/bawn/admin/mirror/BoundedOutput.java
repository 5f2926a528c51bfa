package dev.bawn.admin.mirror;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The output of a process, up to a bound. The rest is read and dropped, so the process never
 * blocks.
 */
public final class BoundedOutput extends OutputStream {

  private final int most;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final CountDownLatch complete = new CountDownLatch(1);
  private boolean cut;

  /**
   * @param most the number of bytes that are kept
   */
  BoundedOutput(int most) {
    this.most = most;
  }

  @Override
  public void write(int b) {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] chunk, int offset, int length) {
    int room = Math.min(length, most - bytes.size());
    bytes.write(chunk, offset, room);
    cut |= room < length;
  }

  @Override
  public void close() {
    complete.countDown();
  }

  /** Waits until the process has closed its output, at most ten seconds. */
  public BoundedOutput complete() {
    try {
      complete.await(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return this;
  }

  /** Returns the bytes that were kept. */
  public synchronized byte[] bytes() {
    return bytes.toByteArray();
  }

  /** Tells whether output was dropped. */
  public synchronized boolean isCut() {
    return cut;
  }

  /** Returns the output as text for a message; bytes that are not UTF-8 are replaced. */
  public synchronized String text() {
    return bytes.toString(StandardCharsets.UTF_8);
  }

  /**
   * Returns the last line that is not blank, where programs name the error; the closing line of tar
   * ("tar: Exiting with failure status …") is skipped.
   */
  public String lastLine() {
    return text()
        .lines()
        .filter(line -> !line.isBlank() && !line.startsWith("tar: E"))
        .reduce((a, b) -> b)
        .orElse("no reason");
  }
}
