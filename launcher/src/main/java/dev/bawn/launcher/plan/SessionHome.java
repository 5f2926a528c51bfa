package dev.bawn.launcher.plan;

import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.record.SessionRecord;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The home of a session. Only one session has it at a time: what two would keep there they would
 * spoil for each other, tokens that each exchanges above all.
 *
 * @param directory on the host; nothing for one in memory
 * @param lock what is locked as long as it is used, with flock(1): the directory itself, or a file
 *     that then says who uses it
 */
public record SessionHome(Optional<Path> directory, Optional<Path> lock) {

  /** One that is gone with the session. */
  public static final SessionHome IN_MEMORY = new SessionHome(Optional.empty(), Optional.empty());

  /** A directory of the caller's. */
  public static SessionHome of(Path directory) {
    return new SessionHome(Optional.of(directory), Optional.of(directory));
  }

  /**
   * Whether it is a directory of the caller's, whose lease nothing but the session itself takes.
   */
  public boolean isOfCaller() {
    return lock.isPresent() && lock.equals(directory);
  }

  /** Whether bawn keeps it for later sessions. */
  public boolean isKept() {
    return lock.isPresent() && !isOfCaller();
  }

  /** One that bawn keeps, with a lock file beside it. */
  public static SessionHome kept(Path homes, String name) {
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
          "the home of the session " + earlier.name() + " was not created by bawn: " + home,
          "its plan was changed; start another session");
    }
    return kept(home.getParent(), home.getFileName().toString());
  }

  /** What is locked as long as the home of this name is used. */
  public static Path lock(Path homes, String name) {
    return homes.resolve(name + ".lock");
  }
}
