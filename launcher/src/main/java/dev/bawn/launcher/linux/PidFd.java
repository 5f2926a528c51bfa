package dev.bawn.launcher.linux;

import com.sun.jna.Native;
import java.util.Optional;

/**
 * A process, held by a descriptor of pidfd_open(2). While it is open, a signal reaches this process
 * or none, even if another process gets its PID.
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
   * @return empty if it does not exist
   */
  public static Optional<PidFd> open(long pid) {
    int descriptor = (int) syscall(PIDFD_OPEN, pid, 0, 0, 0);
    return descriptor < 0 ? Optional.empty() : Optional.of(new PidFd(descriptor));
  }

  /** Sends a signal; it has no effect on a process that has ended. */
  public void send(int signal) {
    syscall(PIDFD_SEND_SIGNAL, descriptor, signal, 0, 0);
  }

  @Override
  public void close() {
    FileCalls.close(descriptor);
  }

  private static native long syscall(long number, long first, long second, long third, long fourth);
}
