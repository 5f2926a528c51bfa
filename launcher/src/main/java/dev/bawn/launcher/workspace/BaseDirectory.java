package dev.bawn.launcher.workspace;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * The directory of a session's base: a git directory with the index of the project's repository at
 * the start of the session. git replaces its index by a rename, so a hard link keeps the old one at
 * no cost. A split index has a second file. {@code record-base} records files that git does not
 * track after the start.
 */
public final class BaseDirectory {

  private static final String SHA256 = "objectformat = sha256";
  private static final String CONFIG = "[core]\n\trepositoryformatversion = ";
  private static final int LARGEST_CONFIG = 1 << 20;
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  /** The place, among the words in {@code project}, of the time at which the kernel started. */
  private static final int BOOTED = 5;

  private BaseDirectory() {}

  /**
   * The directory of a session's base.
   *
   * @param upper its upper layer
   */
  public static Path beside(Path upper) {
    return upper.resolveSibling("base");
  }

  /** A time in nanoseconds since 1970, as file systems store it. */
  public static long nanos(Instant time) {
    return time.getEpochSecond() * NANOS_PER_SECOND + time.getNano();
  }

  /**
   * Fills the directory of the base, and keeps the index in it if the project has one of the
   * caller. A session starts without an index, too.
   *
   * @param base the directory, which is empty
   * @param begun the time at which the session was planned
   * @param inode of the project, in hexadecimal
   */
  public static void keep(Path project, Path base, Instant begun, Optional<String> inode)
      throws IOException {
    Optional<GitRepository> repository = GitRepository.of(project);
    repository.ifPresent(each -> keepIndex(each, base));
    boolean isKept = Files.exists(base.resolve("index"));
    ByteArrayOutputStream words = new ByteArrayOutputStream();
    word(words, project.toString());
    word(words, isKept ? repository.orElseThrow().top().toString() : "");
    word(words, isKept ? repository.orElseThrow().common().resolve("objects").toString() : "");
    word(words, Long.toString(nanos(begun)));
    word(words, inode.orElse(""));
    word(words, uptime().map(up -> Long.toString(nanos(begun) - up)).orElse(""));
    Files.write(base.resolve("project"), words.toByteArray());
    if (isKept) {
      complete(base, repository.orElseThrow());
    }
  }

  /**
   * Tells whether the clock was set back since the session began: by the clock, the kernel then
   * started earlier than it did at that time. A file that was changed since can have a change time
   * before the start.
   */
  public static boolean isClockSetBack(Path base) {
    Optional<Long> up = uptime();
    try {
      String[] words = Files.readString(base.resolve("project")).split("\0");
      return up.isPresent()
          && words.length > BOOTED
          && nanos(Instant.now()) - up.get() < Long.parseLong(words[BOOTED]) - NANOS_PER_SECOND;
    } catch (IOException | NumberFormatException e) {
      return false; // an earlier version of bawn did not record the time
    }
  }

  /**
   * The time since the kernel started, in nanoseconds, see proc_uptime(5); empty where /proc does
   * not show it. Without {@code BigDecimal}, whose initialization takes 11 ms of a start.
   */
  private static Optional<Long> uptime() {
    try {
      String text = Files.readString(Path.of("/proc/uptime"));
      int point = text.indexOf('.');
      long seconds = Long.parseLong(text.substring(0, point));
      long hundredths = Long.parseLong(text.substring(point + 1, text.indexOf(' ')));
      return Optional.of(seconds * NANOS_PER_SECOND + hundredths * NANOS_PER_SECOND / 100);
    } catch (IOException | IndexOutOfBoundsException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static void word(ByteArrayOutputStream words, String word) {
    words.writeBytes(word.getBytes(StandardCharsets.UTF_8));
    words.write(0);
  }

  /** Adds the files that git needs in a git directory in addition to the index. */
  public static void complete(Path base, GitRepository repository) throws IOException {
    // not the workspace above it: a session that was renamed or removed has none here any more
    if (!Files.isDirectory(base.resolve("refs"))) {
      Files.createDirectory(base.resolve("refs"));
    }
    write(base.resolve("HEAD"), "ref: refs/heads/base\n");
    write(
        base.resolve("config"),
        namesSha256(repository.common().resolve("config"))
            ? CONFIG + "1\n[extensions]\n\t" + SHA256 + "\n"
            : CONFIG + "0\n");
  }

  /**
   * Adds the same files, so that git reads the objects of a nested repository: the project itself
   * may have no repository.
   */
  public static void completeFor(Path base, Path repository) throws IOException {
    complete(base, new GitRepository(repository, repository, repository));
  }

  private static void write(Path file, String text) throws IOException {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      Files.write(file, text.getBytes(StandardCharsets.UTF_8));
    }
  }

  /** Tells whether the objects of a complete base have SHA-256 names. */
  public static boolean usesSha256(Path base) throws IOException {
    return namesSha256(base.resolve("config"));
  }

  /**
   * Tells whether a configuration names SHA-256. It reads a limited number of bytes: a session in
   * the project itself may have written many.
   */
  static boolean namesSha256(Path config) throws IOException {
    if (!Files.isRegularFile(config)) {
      return false;
    }
    try (InputStream in = Files.newInputStream(config)) {
      return new String(in.readNBytes(LARGEST_CONFIG), StandardCharsets.ISO_8859_1)
          .toLowerCase(Locale.ROOT)
          .contains(SHA256);
    }
  }

  private static void keepIndex(GitRepository repository, Path base) {
    try {
      for (Path index : repository.indexes()) {
        keep(index, base);
      }
    } catch (IOException e) {
      // status then reports which files it cannot compare
      return;
    }
  }

  private static void keep(Path file, Path base) throws IOException {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        || !Files.getAttribute(file, "unix:uid").equals(Files.getAttribute(base, "unix:uid"))) {
      return;
    }
    Path kept = base.resolve(file.getFileName());
    try {
      Files.createLink(kept, file);
    } catch (IOException | UnsupportedOperationException e) {
      // another file system, or one without hard links
      Files.copy(file, kept, StandardCopyOption.COPY_ATTRIBUTES);
    }
  }
}
