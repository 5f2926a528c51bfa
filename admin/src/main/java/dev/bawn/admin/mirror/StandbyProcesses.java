package dev.bawn.admin.mirror;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/**
 * The processes of the next sync, started before the project changes, so that a change does not
 * wait for their start.
 *
 * <p>To be used by one thread, as {@link Watched} says.
 */
final class StandbyProcesses implements AutoCloseable {

  /** Starts the processes of one sync. */
  @FunctionalInterface
  interface Start {
    /** Processes that receive the changed names later. */
    SyncProcesses processes() throws IOException;
  }

  private final Path mirror;
  private final Start start;
  private Optional<Waiting> ready = Optional.empty();

  /**
   * @param place which directory the mirror was
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

  /** Starts the processes, unless they wait already. */
  void prepare() throws IOException {
    if (ready.isEmpty()) {
      Optional<Object> place = place();
      ready = Optional.of(new Waiting(start.processes(), place));
    }
  }

  /** The waiting process, if it is still usable, or a new one. The caller closes it. */
  SyncProcesses take() throws IOException {
    if (ready.isPresent() && !ready.get().place().equals(place())) {
      dismiss();
    }
    prepare();
    SyncProcesses processes = ready.orElseThrow().processes();
    ready = Optional.empty();
    return processes;
  }

  /** Nobody needs one for now. */
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
