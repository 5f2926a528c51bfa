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
   * @param most how many bytes are kept
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

  /** Waits until the process has nothing more to say; ten seconds at the most. */
  public BoundedOutput complete() {
    try {
      complete.await(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return this;
  }

  /** What was kept. */
  public synchronized byte[] bytes() {
    return bytes.toByteArray();
  }

  /** Whether something was dropped. */
  public synchronized boolean isCut() {
    return cut;
  }

  /** As text for people; what is not UTF-8 is replaced. */
  public synchronized String text() {
    return bytes.toString(StandardCharsets.UTF_8);
  }

  /**
   * The last line that says something: where programs tell what was wrong. (tar says afterwards
   * that it did.)
   */
  public String lastLine() {
    return text()
        .lines()
        .filter(line -> !line.isBlank() && !line.startsWith("tar: E"))
        .reduce((a, b) -> b)
        .orElse("no reason");
  }
}
