package dev.bawn.contract.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A value in {@code /proc/sys}, see sysctl(8). The kernel returns it only to the first read, so
 * {@link Files#readString}, which begins with one byte, gets the first digit only.
 */
public final class KernelSetting {

  private static final int LONGEST = 4096;

  private KernelSetting() {}

  /** The value without its line end; empty if the kernel has no such setting. */
  public static Optional<String> text(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] value = new byte[LONGEST];
      int length = Math.max(0, in.read(value));
      return Optional.of(new String(value, 0, length).strip());
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }
}
