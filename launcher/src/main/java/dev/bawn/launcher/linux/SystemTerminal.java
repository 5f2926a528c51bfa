package dev.bawn.launcher.linux;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.Sized;
import org.jline.terminal.impl.AbstractUnixSysTerminal;
import org.jline.terminal.impl.LinuxTermiosMapping;
import org.jline.terminal.impl.TermiosData;
import org.jline.terminal.spi.SystemStream;
import org.jline.utils.InfoCmp;
import org.jline.utils.NonBlocking;
import org.jline.utils.NonBlockingReader;

/**
 * The terminal on standard input and output, by termios(3). JLine's own providers take twice as
 * long to start: they search for each other, start stty(1), or load a second native library.
 */
public final class SystemTerminal extends AbstractUnixSysTerminal {

  // struct termios and struct winsize of bits/termios.h and ioctl-types.h, the same on all
  // architectures that bawn supports
  private static final int SIZE_OF_TERMIOS = 128;
  private static final int C_IFLAG = 0;
  private static final int C_OFLAG = 4;
  private static final int C_CFLAG = 8;
  private static final int C_LFLAG = 12;
  private static final int C_CC = 17;
  private static final int NCCS = 32;
  private static final int SIZE_OF_WINSIZE = 8;
  private static final int WS_ROW = 0;
  private static final int WS_COL = 2;

  private static final int TCSADRAIN = 1;
  private static final long TIOCGWINSZ = 0x5413;
  private static final int SIGTSTP = 20;

  /** The type of which almost all terminals understand the sequences. */
  private static final String USUAL = "xterm-256color";

  static {
    Native.register(SystemTerminal.class, "libc.so.6");
  }

  private final KeyInput keys = new KeyInput();
  private final NonBlockingReader reader =
      NonBlocking.nonBlocking("bawn", keys, StandardCharsets.UTF_8);

  /**
   * Opens the terminal without changing it.
   *
   * @param type as in TERM
   */
  public SystemTerminal(String type) throws IOException {
    super(
        null,
        SystemStream.Output,
        "bawn",
        described(type),
        StandardCharsets.UTF_8,
        StandardCharsets.UTF_8,
        StandardCharsets.UTF_8,
        false,
        SignalHandler.SIG_DFL,
        attributes());
  }

  /** The type, or a usual one if this machine has no description of it, as for a new terminal. */
  private static String described(String type) {
    try {
      String description = InfoCmp.getInfoCmp(type);
      return description == null || description.isBlank() ? USUAL : type;
    } catch (IOException e) {
      return USUAL;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return USUAL;
    }
  }

  /** Its keys, until {@link #stopReading}. */
  @Override
  public NonBlockingReader reader() {
    return reader;
  }

  /** Takes no more keys, also in a read that waits: the next key belongs to another program. */
  public void stopReading() {
    keys.stop();
  }

  @Override
  public OutputStream output() {
    return BoxDrawing.restoring(super.output());
  }

  private static native int tcgetattr(int descriptor, Pointer termios);

  private static native int tcsetattr(int descriptor, int when, Pointer termios);

  private static native int ioctl(int descriptor, long request, Pointer argument);

  private static native int kill(int process, int signal);

  /** Stops the whole job, as Ctrl-Z does; returns when it is continued. */
  public static void stopJob() {
    kill(0, SIGTSTP);
  }

  /**
   * Restores the terminal, even if it is closed.
   *
   * @param text is written before
   */
  public void restore(Attributes attributes, String text) {
    try {
      // not closed: standard output is still needed
      new FileOutputStream(FileDescriptor.out).write(text.getBytes(StandardCharsets.US_ASCII));
      doSetAttributes(attributes);
    } catch (IOException e) {
      // the terminal has hung up
      return;
    }
  }

  private static Memory termios() {
    Memory termios = new Memory(SIZE_OF_TERMIOS);
    tcgetattr(STDIN_FD, termios);
    return termios;
  }

  private static Attributes attributes() {
    Memory termios = termios();
    TermiosData data = new TermiosData();
    data.iflag(termios.getInt(C_IFLAG));
    data.oflag(termios.getInt(C_OFLAG));
    data.cflag(termios.getInt(C_CFLAG));
    data.lflag(termios.getInt(C_LFLAG));
    for (int i = 0; i < NCCS && i < data.cc().length; i++) {
      data.cc()[i] = termios.getByte(C_CC + i);
    }
    return LinuxTermiosMapping.INSTANCE.toAttributes(data);
  }

  @Override
  protected Attributes doGetAttributes() {
    return attributes();
  }

  @Override
  protected void doSetAttributes(Attributes attributes) {
    TermiosData data = LinuxTermiosMapping.INSTANCE.toTermios(attributes);
    Memory termios = termios();
    termios.setInt(C_IFLAG, (int) data.iflag());
    termios.setInt(C_OFLAG, (int) data.oflag());
    termios.setInt(C_CFLAG, (int) data.cflag());
    termios.setInt(C_LFLAG, (int) data.lflag());
    for (int i = 0; i < NCCS && i < data.cc().length; i++) {
      termios.setByte(C_CC + i, data.cc()[i]);
    }
    tcsetattr(STDIN_FD, TCSADRAIN, termios);
  }

  @Override
  protected Size doGetSize() {
    Memory winsize = new Memory(SIZE_OF_WINSIZE);
    winsize.clear();
    ioctl(STDOUT_FD, TIOCGWINSZ, winsize);
    return Size.of(winsize.getShort(WS_COL), winsize.getShort(WS_ROW));
  }

  /** Does nothing: a program does not change the size of a window. */
  @Override
  protected void doSetSize(Sized size) {
    throw new UnsupportedOperationException();
  }
}
