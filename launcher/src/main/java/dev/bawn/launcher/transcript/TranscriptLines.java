package dev.bawn.launcher.transcript;

import dev.bawn.launcher.linux.OpenFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Reads the lines of transcripts, up to limits for all of them together. */
final class TranscriptLines {

  private static final long MOST_BYTES = 64 << 20;

  /** The most lines with a mark. */
  private static final int MOST_LINES = 200_000;

  /** The longest line in bytes. A line can contain an image. */
  private static final int LONGEST_LINE = 8 << 20;

  private static final int FIRST_LINE = 64 << 10;

  private final TranscriptFormat format;
  private final Set<String> fields;
  private final List<byte[]> marks;
  private long bytes = MOST_BYTES;
  private int lines = MOST_LINES;
  private boolean isComplete = true;

  private byte[] line = new byte[FIRST_LINE];
  private int length;
  private boolean isSkipped;

  TranscriptLines(TranscriptFormat format) {
    this.format = format;
    this.fields = format.fields();
    this.marks =
        format.marks().stream().map(mark -> mark.getBytes(StandardCharsets.US_ASCII)).toList();
  }

  /** Tells whether all files were read completely. */
  boolean isComplete() {
    return isComplete;
  }

  /** Reads a file; only its end, if it is too large. */
  void read(OpenFile file) throws IOException {
    long most = Math.min(bytes, file.status().size());
    boolean isWhole = most == file.status().size();
    if (!isWhole) {
      isComplete = false;
      file.goTo(file.status().size() - most);
    }
    bytes -= most;
    length = 0;
    isSkipped = !isWhole;
    format.begin(isWhole);
    read(file.stream(), most);
  }

  /** Reads the output of a program. */
  void read(InputStream output) throws IOException {
    format.begin(true);
    bytes = read(output, bytes);
    isComplete &= bytes > 0;
  }

  /** Reads so many bytes, and returns how many were missing. */
  private long read(InputStream content, long bytesToRead) throws IOException {
    long most = bytesToRead;
    byte[] some = new byte[FIRST_LINE];
    int read = content.read(some, 0, (int) Math.min(some.length, most));
    while (read > 0) {
      most -= read;
      add(some, read);
      read = content.read(some, 0, (int) Math.min(some.length, most));
    }
    end();
    return most;
  }

  private void add(byte[] some, int read) {
    int from = 0;
    for (int at = 0; at < read; at++) {
      if (some[at] == '\n') {
        append(some, from, at);
        end();
        from = at + 1;
      }
    }
    append(some, from, read);
  }

  private void append(byte[] some, int from, int to) {
    int more = to - from;
    if (isSkipped || length + more > LONGEST_LINE) {
      isComplete &= isSkipped;
      isSkipped = true;
      return;
    }
    if (length + more > line.length) {
      line = Arrays.copyOf(line, Math.max(2 * line.length, length + more));
    }
    System.arraycopy(some, from, line, length, more);
    length += more;
  }

  private void end() {
    if (!isSkipped && isMarked()) {
      lines--;
      if (lines >= 0) {
        JsonLine.read(line, length, fields).ifPresent(format::add);
      } else {
        isComplete = false;
      }
    }
    length = 0;
    isSkipped = false;
  }

  private boolean isMarked() {
    for (byte[] mark : marks) {
      for (int at = 0; at + mark.length <= length; at++) {
        if (line[at] == mark[0]
            && Arrays.equals(line, at, at + mark.length, mark, 0, mark.length)) {
          return true;
        }
      }
    }
    return false;
  }
}
