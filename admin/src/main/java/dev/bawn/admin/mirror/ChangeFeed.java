package dev.bawn.admin.mirror;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Arrays;

/**
 * A queue of changes that a watcher reports. When it is full, it records "anything may have
 * changed".
 */
final class ChangeFeed extends OutputStream {

  /** Many more names than are looked at one by one. */
  private static final int MOST = 1 << 18;

  private static final int LONG = 1 << 15;

  private final ByteArrayOutputStream told = new ByteArrayOutputStream();
  private boolean tooMuch;
  private boolean closed;
  private long last;

  @Override
  public void write(int b) {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] chunk, int offset, int length) {
    tooMuch |= told.size() + length > MOST;
    if (!tooMuch) {
      told.write(chunk, offset, length);
    }
    last = System.nanoTime();
    notifyAll();
  }

  /** The watcher has nothing more to say. */
  @Override
  public synchronized void close() {
    closed = true;
    notifyAll();
  }

  /** Whether the watcher has ended. */
  synchronized boolean isClosed() {
    return closed;
  }

  /** Whether so much waits that it is hardly worth to look at each of it. */
  synchronized boolean isLong() {
    return told.size() > LONG || tooMuch;
  }

  /** Whether nothing waits. */
  synchronized boolean isEmpty() {
    return told.size() == 0 && !tooMuch;
  }

  /**
   * Waits until something has changed or the watcher has ended.
   *
   * @return whether something has
   */
  synchronized boolean await(Duration atMost) throws InterruptedException {
    long end = System.nanoTime() + atMost.toNanos();
    for (long left = end - System.nanoTime();
        isEmpty() && !closed && left > 0;
        left = end - System.nanoTime()) {
      wait(left / 1_000_000, (int) (left % 1_000_000));
    }
    return !isEmpty();
  }

  /** Waits until a burst is over: nothing told for {@code quiet}, but no longer than that. */
  synchronized void awaitQuiet(Duration quiet, Duration atMost) throws InterruptedException {
    long end = System.nanoTime() + atMost.toNanos();
    long now = System.nanoTime();
    while (!closed && now < end && now - last < quiet.toNanos()) {
      long left = Math.min(end - now, quiet.toNanos() - (now - last));
      wait(left / 1_000_000, (int) (left % 1_000_000));
      now = System.nanoTime();
    }
  }

  /** What was told since the last time, up to the end of a record. */
  synchronized ChangedNames take() {
    byte[] all = told.toByteArray();
    told.reset();
    if (tooMuch) {
      tooMuch = false;
      return ChangedNames.UNKNOWN;
    }
    int end = all.length;
    while (end > 0 && all[end - 1] != 0) {
      end--;
    }
    told.write(all, end, all.length - end);
    return new ChangedNames(Arrays.copyOf(all, end));
  }
}
