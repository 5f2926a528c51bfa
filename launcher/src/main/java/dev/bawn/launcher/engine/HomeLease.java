package dev.bawn.launcher.engine;

import dev.bawn.launcher.plan.SessionHome;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The lease of a home: the lock file of a home contains the mark of the session's process, its PID
 * and start time. For a directory that the caller named, the session itself takes the lock.
 */
public final class HomeLease {

  private static final int LARGEST_MARK = 64;

  private static final Set<OpenOption> OPENED =
      Set.of(
          StandardOpenOption.READ,
          StandardOpenOption.WRITE,
          StandardOpenOption.CREATE,
          LinkOption.NOFOLLOW_LINKS);

  private final Path proc;
  private Optional<ProcessMark> stub = Optional.empty();

  /**
   * For the homes of a tool and a project, the number below which all are in use. A swarm checks
   * each of them once.
   */
  private final Map<Path, Integer> inUse = new HashMap<>();

  /**
   * @param proc the path of {@code /proc}
   */
  public HomeLease(Path proc) {
    this.proc = proc;
  }

  /**
   * The first home of a tool and a project that no other session uses. A later call skips the homes
   * that were in use before.
   *
   * @param homes the directory of these homes
   * @param id of the project
   */
  public SessionHome unused(Path homes, String id) {
    Path all = homes.resolve(id);
    int number = inUse.getOrDefault(all, 1);
    while (isUsedByOther(SessionHome.lock(homes, name(id, number)))) {
      number++;
    }
    inUse.put(all, number);
    return SessionHome.kept(homes, name(id, number));
  }

  private static String name(String id, int number) {
    return number == 1 ? id : id + "." + number;
  }

  private boolean isUsedByOther(Path lock) {
    ProcessMark user = ProcessMark.in(lock);
    return user.lives(proc) && !user.isThatOf(stub());
  }

  /** Read once: the kernel adds up the times of all threads of this JVM for it. */
  private ProcessMark stub() {
    if (stub.isEmpty()) {
      stub = Optional.of(ProcessMark.ofStub(proc));
    }
    return stub.get();
  }

  /**
   * Takes the lease for a session that is about to begin, so that a simultaneous start uses another
   * home.
   *
   * @param process that becomes the session
   * @return false if another session has it by now
   * @throws IOException if the lease cannot be written
   */
  boolean take(SessionHome home, ProcessMark process) throws IOException {
    if (home.lock().isEmpty() || home.isOfCaller() || !process.lives(proc)) {
      return true;
    }
    Path file = home.lock().get();
    Files.createDirectories(file.getParent(), SessionStaging.PRIVATE);
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)
        && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      // the session refuses such a lock file
      return true;
    }
    try (FileChannel channel = FileChannel.open(file, OPENED)) {
      // a lock of fcntl(2), unlike the session's own: held while the mark is read and written
      channel.lock();
      ByteBuffer bytes = ByteBuffer.allocate(LARGEST_MARK);
      channel.read(bytes);
      String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.ISO_8859_1);
      ProcessMark user = ProcessMark.of(text.strip());
      if (user.lives(proc) && !user.isThatOf(process)) {
        return false;
      }
      channel.truncate(0);
      channel.write(ByteBuffer.wrap(process.text().getBytes(StandardCharsets.ISO_8859_1)), 0);
      return true;
    }
  }

  /**
   * The time since which the last session with a home has it, through all its starts: see {@code
   * libexec/session}. Removed sessions count, too.
   *
   * @return empty for a directory that the caller named
   */
  public static Optional<Instant> lastTaken(Path home) {
    Path lock = SessionHome.lock(home.getParent(), home.getFileName().toString());
    try {
      return Optional.of(Files.getLastModifiedTime(lock, LinkOption.NOFOLLOW_LINKS).toInstant());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Tells whether a session uses the home with this lock file. */
  public boolean isUsed(Path lock) {
    return ProcessMark.in(lock).lives(proc);
  }
}
