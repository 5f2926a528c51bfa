package dev.bawn.launcher.linux;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import org.jline.utils.NonBlockingInputStream;

/**
 * The keys of a terminal on standard input. {@link #stop} ends a read that waits for a key, so that
 * the next key belongs to another program. A read of JLine's own stream takes that key first.
 */
final class KeyInput extends NonBlockingInputStream {

  // struct pollfd and POLLIN of bits/poll.h
  private static final int SIZE_OF_POLLFD = 8;
  private static final int FD = 0;
  private static final int EVENTS = 4;
  private static final int REVENTS = 6;
  private static final short POLLIN = 1;

  private static final int STDIN = 0;
  private static final int EFD_CLOEXEC = 02000000;
  private static final int SIZE_OF_COUNTER = 8;

  static {
    Native.register(KeyInput.class, "libc.so.6");
  }

  private final FileInputStream in = new FileInputStream(FileDescriptor.in);
  private final int stopping = eventfd(0, EFD_CLOEXEC);
  private int peeked = READ_EXPIRED;
  private volatile boolean isStopped;

  private static native int eventfd(int count, int flags);

  private static native int poll(Pointer descriptors, long count, int timeout);

  private static native long write(int descriptor, Pointer bytes, long count);

  private static native int close(int descriptor);

  /** Ends the present read and each later one, as at the end of the input. */
  void stop() {
    isStopped = true;
    Memory one = new Memory(SIZE_OF_COUNTER);
    one.setLong(0, 1);
    write(stopping, one, SIZE_OF_COUNTER);
  }

  @Override
  public int read(long timeout, boolean isPeek) throws IOException {
    int next = peeked == READ_EXPIRED ? next(timeout) : peeked;
    peeked = isPeek ? next : READ_EXPIRED;
    return next;
  }

  private int next(long timeout) throws IOException {
    Memory waited = new Memory(2 * SIZE_OF_POLLFD);
    waited.clear();
    Pointer keys = waited.share(0);
    Pointer stop = waited.share(SIZE_OF_POLLFD);
    keys.setInt(FD, STDIN);
    keys.setShort(EVENTS, POLLIN);
    stop.setInt(FD, stopping);
    stop.setShort(EVENTS, POLLIN);
    int ready;
    do {
      // it fails only if a signal interrupts it
      ready = poll(waited, 2, timeout > 0 ? Math.toIntExact(timeout) : -1);
    } while (ready < 0 && !isStopped);
    if (isStopped) {
      return EOF;
    }
    return ready == 0 ? READ_EXPIRED : in.read();
  }

  /** Closes no standard input, which the rest of the program needs. */
  @Override
  public void close() throws IOException {
    super.close();
    close(stopping);
  }
}
