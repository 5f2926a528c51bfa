package dev.bawn.launcher.session;

import dev.bawn.contract.failure.Refused;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;

/**
 * The home of a session. Only one session has it at a time: what two would keep there they would
 * spoil for each other, tokens that each exchanges above all.
 *
 * @param directory on the host; nothing for one in memory
 * @param lock what is locked as long as it is used, with flock(1): the directory itself, or a file
 *     that then says who uses it
 */
public record SessionHome(Optional<Path> directory, Optional<Path> lock) {

  private static final int LARGEST_MARK = 64;

  private static final Set<OpenOption> OPENED =
      Set.of(
          StandardOpenOption.READ,
          StandardOpenOption.WRITE,
          StandardOpenOption.CREATE,
          LinkOption.NOFOLLOW_LINKS);

  /** One that is gone with the session. */
  public static final SessionHome IN_MEMORY = new SessionHome(Optional.empty(), Optional.empty());

  /** A directory of the caller's. */
  public static SessionHome of(Path directory) {
    return new SessionHome(Optional.of(directory), Optional.of(directory));
  }

  /**
   * The first of the homes of a tool and a project that no other session uses right now.
   *
   * @param homes the directory of them
   * @param id of the project
   * @param proc where {@code /proc} is
   */
  public static SessionHome unused(Path homes, String id, Path proc) {
    String name = id;
    for (int number = 2; isUsedByOthers(lock(homes, name), proc); number++) {
      name = id + "." + number;
    }
    return new SessionHome(Optional.of(homes.resolve(name)), Optional.of(lock(homes, name)));
  }

  /**
   * The one that an earlier session had.
   *
   * @param choice what was said about it
   * @param homes the directory of all that bawn made
   * @throws Refused if another one was written down than that can be
   */
  public static SessionHome again(SessionRecord earlier, HomeChoice choice, Path homes) {
    if (choice instanceof HomeChoice.Ephemeral) {
      return IN_MEMORY;
    }
    if (choice instanceof HomeChoice.At(var directory)) {
      return of(directory.path());
    }
    Path home = earlier.home().orElse(homes);
    if (home.getNameCount() != homes.getNameCount() + 2 || !home.startsWith(homes)) {
      throw new Refused(
          "the home of the session " + earlier.name() + " is none that bawn made: " + home,
          "its plan was changed; start another session");
    }
    return new SessionHome(
        earlier.home(), Optional.of(lock(home.getParent(), home.getFileName().toString())));
  }

  private static boolean isUsedByOthers(Path lock, Path proc) {
    ProcessMark user = ProcessMark.in(lock);
    return user.lives(proc) && !user.isThatOf(ProcessMark.ofStub(proc));
  }

  /**
   * Notes that the session which is about to begin uses it, so that one that begins at the same
   * time looks for another. Of the caller's own directories the session itself finds out.
   *
   * @param proc where {@code /proc} is
   * @return false if another session has it by now
   * @throws IOException if that cannot be written down
   */
  public boolean take(Path proc) throws IOException {
    ProcessMark stub = ProcessMark.ofStub(proc);
    if (lock.isEmpty() || lock.equals(directory) || !stub.lives(proc)) {
      return true;
    }
    Path file = lock.get();
    Files.createDirectories(file.getParent(), Site.PRIVATE);
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)
        && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      // the session says so
      return true;
    }
    try (FileChannel channel = FileChannel.open(file, OPENED)) {
      // of fcntl(2), unlike the session's own: held for as long as it takes to look and to write
      channel.lock();
      ByteBuffer bytes = ByteBuffer.allocate(LARGEST_MARK);
      channel.read(bytes);
      String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.ISO_8859_1);
      ProcessMark user = ProcessMark.of(text.strip());
      if (user.lives(proc) && !user.isThatOf(stub)) {
        return false;
      }
      channel.truncate(0);
      channel.write(ByteBuffer.wrap(stub.text().getBytes(StandardCharsets.ISO_8859_1)), 0);
      return true;
    }
  }

  /**
   * Whether a session uses a home right now.
   *
   * @param lock what is locked as long as it does
   * @param proc where {@code /proc} is
   */
  public static boolean isUsed(Path lock, Path proc) {
    return ProcessMark.in(lock).lives(proc);
  }

  /** What is locked as long as the home of this name is used. */
  public static Path lock(Path homes, String name) {
    return homes.resolve(name + ".lock");
  }
}
