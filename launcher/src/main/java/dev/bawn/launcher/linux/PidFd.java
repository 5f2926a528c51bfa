package dev.bawn.launcher.linux;

import com.sun.jna.Native;
import java.util.Optional;

/**
 * A process, held by a descriptor as pidfd_open(2) makes it. While it is open, a signal reaches
 * this process or none, whatever process has its PID by then.
 */
public final class PidFd implements AutoCloseable {

  /** The same numbers on every architecture. */
  private static final long PIDFD_SEND_SIGNAL = 424;

  private static final long PIDFD_OPEN = 434;

  static {
    Native.register(PidFd.class, "libc.so.6");
  }

  private final int descriptor;

  private PidFd(int descriptor) {
    this.descriptor = descriptor;
  }

  /**
   * Opens the process that has this PID now.
   *
   * @return nothing if there is none
   */
  public static Optional<PidFd> open(long pid) {
    int descriptor = (int) syscall(PIDFD_OPEN, pid, 0, 0, 0);
    return descriptor < 0 ? Optional.empty() : Optional.of(new PidFd(descriptor));
  }

  /** Sends a signal. A process that has ended gets none. */
  public void send(int signal) {
    syscall(PIDFD_SEND_SIGNAL, descriptor, signal, 0, 0);
  }

  @Override
  public void close() {
    FileCalls.close(descriptor);
  }

  private static native long syscall(long number, long first, long second, long third, long fourth);
}
