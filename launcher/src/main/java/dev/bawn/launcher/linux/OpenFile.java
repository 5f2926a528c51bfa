package dev.bawn.launcher.linux;

import com.sun.jna.Memory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/** A regular file that is held open for reading. Not for several threads. */
public final class OpenFile implements AutoCloseable {

  private final int descriptor;
  private final Memory buffer;
  private final FileStatus status;

  OpenFile(int descriptor, Memory buffer, FileStatus status) {
    this.descriptor = descriptor;
    this.buffer = buffer;
    this.status = status;
  }

  /** What it was when it was opened. */
  public FileStatus status() {
    return status;
  }

  /** The value of an extended attribute, if it has it. */
  public Optional<String> attribute(String name) {
    return OpenDirectory.attribute(descriptor, name, buffer);
  }

  /** Whether both hold the same from here on, byte for byte. */
  public boolean holdsTheSameAs(OpenFile other) throws IOException {
    byte[] mine = next();
    byte[] theirs = other.next();
    while (mine.length > 0 && Arrays.equals(mine, theirs)) {
      mine = next();
      theirs = other.next();
    }
    return mine.length == 0 && theirs.length == 0;
  }

  /**
   * All that it holds from here on.
   *
   * @param most in bytes
   * @return nothing if it holds more
   */
  public Optional<byte[]> content(int most) throws IOException {
    ByteArrayOutputStream content = new ByteArrayOutputStream((int) Math.min(status.size(), most));
    byte[] next = next();
    while (next.length > 0 && content.size() + next.length <= most) {
      content.writeBytes(next);
      next = next();
    }
    return next.length > 0 ? Optional.empty() : Optional.of(content.toByteArray());
  }

  /** As many bytes as fit the buffer, fewer only at the end. */
  private byte[] next() throws IOException {
    long filled = 0;
    long got = FileCalls.read(descriptor, buffer, buffer.size());
    while (got > 0 && filled + got < buffer.size()) {
      filled += got;
      got = FileCalls.read(descriptor, buffer.share(filled), buffer.size() - filled);
    }
    if (got < 0) {
      throw FileCalls.failure("a file");
    }
    return buffer.getByteArray(0, (int) (filled + got));
  }

  @Override
  public void close() {
    FileCalls.close(descriptor);
  }
}
