package dev.bawn.launcher.linux;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import org.jline.utils.NonBlockingInputStream;

/**
 * The keys of a terminal on standard input. A read waits by poll(2), which takes no key: after
 * {@link #stop}, the next key belongs to another program. A read of JLine's own stream that waits
 * would take that key.
 */
final class KeyInput extends NonBlockingInputStream {

  // struct pollfd and POLLIN of bits/poll.h
  private static final int SIZE_OF_POLLFD = 8;
  private static final int FD = 0;
  private static final int EVENTS = 4;
  private static final short POLLIN = 1;

  private static final int STDIN = 0;

  static {
    Native.register(KeyInput.class, "libc.so.6");
  }

  private final FileInputStream in = new FileInputStream(FileDescriptor.in);
  private int peeked = READ_EXPIRED;
  private volatile boolean isStopped;

  private static native int poll(Pointer descriptors, long count, int timeout);

  /** From now on, a read takes no key, and ends as at the end of the input. */
  void stop() {
    isStopped = true;
  }

  @Override
  public int read(long timeout, boolean isPeek) throws IOException {
    int next = peeked == READ_EXPIRED ? next(timeout) : peeked;
    peeked = isPeek ? next : READ_EXPIRED;
    return next;
  }

  private int next(long timeout) throws IOException {
    Memory keys = new Memory(SIZE_OF_POLLFD);
    keys.clear();
    keys.setInt(FD, STDIN);
    keys.setShort(EVENTS, POLLIN);
    int ready;
    do {
      // it fails only if a signal interrupts it
      ready = poll(keys, 1, timeout > 0 ? Math.toIntExact(timeout) : -1);
    } while (ready < 0 && !isStopped);
    if (isStopped) {
      return EOF;
    }
    return ready == 0 ? READ_EXPIRED : in.read();
  }
}
