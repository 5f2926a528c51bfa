package dev.bawn.launcher.record;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Objects;

/**
 * The output of a background session's terminal, from the oldest byte that is kept. The session may
 * write at the same time; a full log becomes the older one of two files.
 */
public final class SessionLog implements Closeable {

  private static final int PORTION = 1 << 16;

  private final Path newest;
  private final Deque<Path> next = new ArrayDeque<>();
  private InputStream in = InputStream.nullInputStream();
  private Object key = "";

  /** The log of a session, which may not exist. */
  public SessionLog(SessionDirectory session) {
    newest = session.log();
    next.add(newest.resolveSibling(newest.getFileName() + ".1"));
    next.add(newest);
  }

  /** Tells whether the log exists. */
  public boolean exists() {
    return Files.isRegularFile(newest, LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * The next bytes.
   *
   * @param isFollowed whether to go on with a newer file. Without it, a session that writes faster
   *     than the caller reads delays the end by at most one file.
   * @return empty if no more have been written yet
   * @throws IOException if they cannot be read
   */
  public byte[] read(boolean isFollowed) throws IOException {
    while (true) {
      byte[] bytes = in.readNBytes(PORTION);
      if (bytes.length > 0) {
        return bytes;
      }
      if (next.isEmpty() && isFollowed && isReplaced()) {
        next.add(newest);
      }
      if (next.isEmpty()) {
        return bytes;
      }
      open(next.remove());
    }
  }

  /**
   * The last lines, safe to display.
   *
   * @return empty if the session has no log
   * @throws IOException if it cannot be read
   */
  public List<String> lastLines() throws IOException {
    if (!exists()) {
      return List.of();
    }
    try (SeekableByteChannel channel =
        Files.newByteChannel(newest, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
      ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(PORTION, channel.size()));
      channel.position(channel.size() - bytes.capacity());
      while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
        // a portion may arrive in several parts
      }
      return PlainText.lines(Arrays.copyOf(bytes.array(), bytes.position()));
    }
  }

  /** Tells whether the file that is being read has become the older one. */
  private boolean isReplaced() {
    return exists() && !Objects.equals(key, key(newest));
  }

  private void open(Path file) throws IOException {
    if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      in.close();
      in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS);
      key = key(file);
    }
  }

  private static Object key(Path file) {
    try {
      return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    } catch (IOException e) {
      return "";
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
