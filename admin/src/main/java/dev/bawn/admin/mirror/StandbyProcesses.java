package dev.bawn.admin.mirror;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/**
 * The processes of the next sync, started before the project changes, so that no change waits for
 * their start.
 *
 * <p>Only one thread may use an object of this class, see {@link Watched}.
 */
final class StandbyProcesses implements AutoCloseable {

  /** Starts the processes of one sync. */
  @FunctionalInterface
  interface Start {
    /** Starts processes that receive the changed names later. */
    SyncProcesses processes() throws IOException;
  }

  private final Path mirror;
  private final Start start;
  private Optional<Waiting> ready = Optional.empty();

  /**
   * @param place the identity of the mirror's directory when the processes started
   */
  private record Waiting(SyncProcesses processes, Optional<Object> place) {}

  /**
   * @param mirror its directory; started processes write into the directory that existed when they
   *     began
   */
  StandbyProcesses(Path mirror, Start start) {
    this.mirror = mirror;
    this.start = start;
  }

  /** Starts the processes, unless they are already waiting. */
  void prepare() throws IOException {
    if (ready.isEmpty()) {
      Optional<Object> place = place();
      ready = Optional.of(new Waiting(start.processes(), place));
    }
  }

  /**
   * Returns the waiting processes, if they are still usable, or new ones. The caller closes them.
   */
  SyncProcesses take() throws IOException {
    if (ready.isPresent() && !ready.get().place().equals(place())) {
      dismiss();
    }
    prepare();
    SyncProcesses processes = ready.orElseThrow().processes();
    ready = Optional.empty();
    return processes;
  }

  /** Ends the waiting processes. */
  void dismiss() throws IOException {
    if (ready.isPresent()) {
      ready.get().processes().close();
      ready = Optional.empty();
    }
  }

  private Optional<Object> place() throws IOException {
    try {
      return Optional.of(Files.readAttributes(mirror, BasicFileAttributes.class).fileKey());
    } catch (NoSuchFileException e) {
      // it has ended: the next write to it fails and reports that
      return Optional.empty();
    }
  }

  @Override
  public void close() throws IOException {
    dismiss();
  }
}
