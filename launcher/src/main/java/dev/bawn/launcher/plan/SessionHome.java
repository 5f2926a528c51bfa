package dev.bawn.launcher.plan;

import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.record.SessionRecord;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The home directory of a session. Only one session at a time has it: two would overwrite each
 * other's files, for example tokens that each one renews.
 *
 * @param directory on the host; empty for a home in memory
 * @param lock locked with flock(1) while the home is in use: the directory itself, or a file that
 *     then names the owner
 */
public record SessionHome(Optional<Path> directory, Optional<Path> lock) {

  /** A home that ends with the session. */
  public static final SessionHome IN_MEMORY = new SessionHome(Optional.empty(), Optional.empty());

  /** A directory of the caller. */
  public static SessionHome of(Path directory) {
    return new SessionHome(Optional.of(directory), Optional.of(directory));
  }

  /**
   * Tells whether the home is a directory of the caller, whose lease only the session itself takes.
   */
  public boolean isOfCaller() {
    return lock.isPresent() && lock.equals(directory);
  }

  /** Tells whether bawn keeps the home for later sessions. */
  public boolean isKept() {
    return lock.isPresent() && !isOfCaller();
  }

  /** A home that bawn keeps, with a lock file beside it. */
  public static SessionHome kept(Path homes, String name) {
    return new SessionHome(Optional.of(homes.resolve(name)), Optional.of(lock(homes, name)));
  }

  /**
   * The home of an earlier session.
   *
   * @param choice the choice in its options
   * @param homes the directory of all homes that bawn made
   * @throws Refused if the record names a directory that bawn cannot have made
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

  /** The lock file of the home with this name. */
  public static Path lock(Path homes, String name) {
    return homes.resolve(name + ".lock");
  }
}
