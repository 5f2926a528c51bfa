package dev.bawn.admin.audit;

import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.layout.SystemLayout;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The file with every act of root. It is opened for appending only, so that root can also set the
 * append-only attribute ({@code chattr +a}).
 */
public final class AuditLog {

  /** Longer than any valid line; longer ones are skipped without being held in memory. */
  private static final int LONGEST_LINE = 1 << 21;

  private static final int CHUNK = 1 << 13;

  private final Path file;

  /**
   * @param layout with the file
   */
  public AuditLog(SystemLayout layout) {
    this.file = layout.audit();
  }

  /**
   * Appends a line, and returns when it is on disk.
   *
   * @throws Refused if that fails, for example because the disk is full
   */
  void append(Act act) {
    requireFile();
    try (FileChannel channel =
        FileChannel.open(
            file,
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
      channel.lock(); // one writer at a time; closing releases the lock
      long before = channel.size();
      try {
        write(channel, startOfLine(before), AuditLine.write(act));
      } catch (IOException e) {
        takeBack(channel, before);
        throw e;
      }
    } catch (IOException e) {
      String hint = Failed.of(e).hint();
      throw new Refused(
          "cannot write to the audit log "
              + file
              + ": "
              + String.valueOf(e.getMessage()).replace(file + ": ", ""),
          (hint.isEmpty() ? "" : hint + "; ") + "bawn-admin does nothing that it cannot record");
    }
  }

  /** Refuses something else in the place of the log, which may be missing. */
  private void requireFile() {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new Refused(
          "the audit log " + file + " is not a file",
          "look into it, and move it away: sudo mv " + file + " " + file + ".old");
    }
  }

  /** Returns a line break if a crash left the last line without one. */
  private byte[] startOfLine(long size) throws IOException {
    if (size == 0) {
      return new byte[0];
    }
    try (FileChannel reader = FileChannel.open(file, StandardOpenOption.READ)) {
      ByteBuffer last = ByteBuffer.allocate(1);
      reader.read(last, size - 1);
      return last.get(0) == '\n' ? new byte[0] : new byte[] {'\n'};
    }
  }

  private static void write(FileChannel channel, byte[] start, byte[] line) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(start.length + line.length).put(start).put(line).flip();
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
    channel.force(true);
  }

  /** Removes a partly written line; if that fails, readers skip it. */
  private static void takeBack(FileChannel channel, long size) {
    try {
      channel.truncate(size);
    } catch (IOException e) {
      return;
    }
  }

  /**
   * Reads every line, oldest first.
   *
   * @param told receives each act
   * @return the number of lines that are not valid
   */
  public int read(Consumer<Act> told) throws IOException {
    requireFile();
    if (!Files.exists(file)) {
      return 0;
    }
    try (InputStream in = Files.newInputStream(file)) {
      return read(in, told);
    }
  }

  static int read(InputStream in, Consumer<Act> told) throws IOException {
    int unreadable = 0;
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    byte[] chunk = new byte[CHUNK];
    for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
      int start = 0;
      for (int i = 0; i < n; i++) {
        if (chunk[i] == '\n') {
          keep(line, chunk, start, i);
          unreadable += take(line, told);
          start = i + 1;
        }
      }
      keep(line, chunk, start, n);
    }
    return unreadable + (line.size() > 0 ? take(line, told) : 0);
  }

  private static void keep(ByteArrayOutputStream line, byte[] chunk, int start, int end) {
    if (line.size() < LONGEST_LINE) {
      line.write(chunk, start, end - start);
    }
  }

  /** Returns 1 if the line is not valid. An empty line, which a repair leaves, is skipped. */
  private static int take(ByteArrayOutputStream line, Consumer<Act> told) {
    byte[] bytes = line.toByteArray();
    line.reset();
    if (bytes.length == 0) {
      return 0;
    }
    return AuditLine.parse(bytes)
        .map(act -> {
          told.accept(act);
          return 0;
        })
        .orElse(1);
  }
}
