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

  /** The longest queue in bytes; it holds many more names than a sync handles one by one. */
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

  /** Records that the watcher has ended. */
  @Override
  public synchronized void close() {
    closed = true;
    notifyAll();
  }

  /** Tells whether the watcher has ended. */
  synchronized boolean isClosed() {
    return closed;
  }

  /**
   * Tells whether so many changes are queued that one comparison of the whole project costs less.
   */
  synchronized boolean isLong() {
    return told.size() > LONG || tooMuch;
  }

  /** Tells whether no change is queued. */
  synchronized boolean isEmpty() {
    return told.size() == 0 && !tooMuch;
  }

  /**
   * Waits until a change is queued or the watcher has ended.
   *
   * @return whether a change is queued
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

  /**
   * Waits until the watcher has reported no change for {@code quiet}, but not longer than {@code
   * atMost}.
   */
  synchronized void awaitQuiet(Duration quiet, Duration atMost) throws InterruptedException {
    long end = System.nanoTime() + atMost.toNanos();
    long now = System.nanoTime();
    while (!closed && now < end && now - last < quiet.toNanos()) {
      long left = Math.min(end - now, quiet.toNanos() - (now - last));
      wait(left / 1_000_000, (int) (left % 1_000_000));
      now = System.nanoTime();
    }
  }

  /**
   * Takes the changes that were reported since the last call, up to the end of the last complete
   * record.
   */
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
