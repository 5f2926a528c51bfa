package dev.bawn.launcher.linux;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** FIFOs, see fifo(7). */
public final class Fifo {

  private static final int PRIVATE = 0_600;

  private Fifo() {}

  /**
   * Makes a FIFO that only the caller can open.
   *
   * @throws IOException if the path exists, or its directory cannot be written
   */
  public static void make(Path path) throws IOException {
    byte[] ended = (path + "\0").getBytes(StandardCharsets.UTF_8);
    if (FileCalls.mkfifo(ended, PRIVATE) != 0) {
      throw FileCalls.failure(path.toString());
    }
  }
}
