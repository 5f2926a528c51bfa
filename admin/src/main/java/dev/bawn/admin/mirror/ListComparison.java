package dev.bawn.admin.mirror;

import dev.bawn.admin.agent.Mirrors;
import dev.bawn.contract.failure.Printable;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Compares a list with the recorded list while it arrives. As long as both are equal, no byte is
 * passed on: the masks need not be applied again, and the receiver already has that list. From the
 * first difference on, the whole list is passed on.
 *
 * <p>The record gives masked files kinds that no other list has, see {@link MaskedFiles}.
 */
final class ListComparison extends OutputStream {

  private static final int CHUNK = 1 << 16;
  private static final int SHOWN = 8;

  private final Optional<Path> recorded;
  private final String rules;
  private final OutputStream next;
  private final InputStream old;
  private final byte[] chunk = new byte[CHUNK];
  private final ByteArrayOutputStream head = new ByteArrayOutputStream();
  private final ByteArrayOutputStream kinds = new ByteArrayOutputStream();
  private final ByteArrayOutputStream name = new ByteArrayOutputStream();
  private final List<String> shown = new ArrayList<>();
  private int at;
  private int filled;
  private long compared;
  private boolean isHead = true;
  private boolean isFirst;
  private boolean isShown;
  private boolean differs;
  private long files;
  private long masked;

  /**
   * @param recorded the list of the last sync; empty if there is none to compare with
   * @param rules the text in the head of the recorded list if its masks were decided by the same
   *     rules
   * @param next receives the list if it differs
   */
  ListComparison(Optional<Path> recorded, String rules, OutputStream next) throws IOException {
    this.recorded = recorded;
    this.rules = rules;
    this.next = next;
    this.old =
        recorded.isPresent() ? Files.newInputStream(recorded.get()) : InputStream.nullInputStream();
    this.differs = recorded.isEmpty();
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] list, int offset, int count) throws IOException {
    int done = offset;
    while (!differs && done < offset + count) {
      if (isSame(list[done])) {
        done++;
        compared++;
      } else {
        passOn();
      }
    }
    next.write(list, done, offset + count - done);
  }

  private boolean isSame(byte now) throws IOException {
    if (isHead) {
      return isSameHead(now);
    }
    int before = read();
    if (isFirst) {
      isFirst = false;
      isShown = false;
      if (before == MaskedFiles.KIND || before == MaskedFiles.BY_NAME) {
        kinds.write(now);
        isShown = now != 'w' && masked++ < SHOWN;
        return "fxlw".indexOf(now) >= 0;
      }
      files += "fxl".indexOf(now) < 0 ? 0 : 1;
    } else if (before == 0) {
      isFirst = true;
      tell();
    } else if (isShown) {
      name.write(now);
    }
    return before == now;
  }

  /** The head of the recorded list ends with the rules. */
  private boolean isSameHead(byte now) throws IOException {
    if (now != '\n') {
      boolean isSame = read() == now;
      if (isSame) {
        head.write(now);
      }
      return isSame;
    }
    isHead = false;
    isFirst = true;
    for (byte each : (" " + rules + "\n").getBytes(StandardCharsets.UTF_8)) {
      if (read() != each) {
        return false;
      }
    }
    head.write(now);
    return true;
  }

  private int read() throws IOException {
    if (at == filled) {
      filled = old.read(chunk);
      at = 0;
      if (filled <= 0) {
        filled = 0;
        return -1;
      }
    }
    return chunk[at++];
  }

  private void tell() {
    if (isShown) {
      String record = name.toString(StandardCharsets.UTF_8);
      shown.add(Printable.of(record.substring(record.indexOf('/') + 1)));
    }
    name.reset();
  }

  /**
   * Passes on the part that was equal so far, with the kinds of the list instead of the kinds of
   * the record.
   */
  private void passOn() throws IOException {
    differs = true;
    old.close();
    long left = compared - head.size();
    next.write(head.toByteArray());
    if (left <= 0) {
      return;
    }
    byte[] all = kinds.toByteArray();
    try (InputStream in = new BufferedInputStream(Files.newInputStream(recorded.get()), CHUNK)) {
      in.skipNBytes(head.size() + rules.length() + 1L);
      ByteArrayOutputStream part = new ByteArrayOutputStream(CHUNK);
      int kind = 0;
      boolean isBegin = true;
      for (; left > 0; left--) {
        int c = in.read();
        boolean isMasked = isBegin && (c == MaskedFiles.KIND || c == MaskedFiles.BY_NAME);
        part.write(isMasked ? all[kind++] : c);
        isBegin = c == 0;
        if (part.size() == CHUNK || left == 1) {
          part.writeTo(next);
          part.reset();
        }
      }
    }
  }

  /** Records that the list has ended. */
  synchronized void end() throws IOException {
    if (!differs && (isHead || !isFirst || read() >= 0)) {
      passOn();
    }
    old.close();
  }

  /** Tells whether the list was equal to the recorded one; known only after {@link #end}. */
  synchronized boolean isSame() {
    return !differs;
  }

  /** Returns the number of files and links in the list that are not masked. */
  synchronized long files() {
    return files;
  }

  /** Returns the masked names. */
  synchronized Mirrors.Names masked() {
    return new Mirrors.Names(List.copyOf(shown), masked - shown.size());
  }
}
