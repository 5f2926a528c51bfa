package dev.bawn.admin.mirror;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/**
 * A crew that waits for the next change of a project, while somebody works there: then a change
 * waits for no process to start.
 *
 * <p>To be used by one thread, as {@link Watched} says.
 */
final class StandbyProcesses implements AutoCloseable {

  /** Starts a crew. */
  @FunctionalInterface
  interface Start {
    /** One that will be told what has changed. */
    SyncProcesses crew() throws IOException;
  }

  private final Path mirror;
  private final Start start;
  private Optional<Waiting> ready = Optional.empty();

  /**
   * @param place which directory the mirror was
   */
  private record Waiting(SyncProcesses crew, Optional<Object> place) {}

  /**
   * @param mirror where it lies; a crew that waits writes into the directory that was there when it
   *     began
   */
  StandbyProcesses(Path mirror, Start start) {
    this.mirror = mirror;
    this.start = start;
  }

  /** Has one wait. */
  void prepare() throws IOException {
    if (ready.isEmpty()) {
      Optional<Object> place = place();
      ready = Optional.of(new Waiting(start.crew(), place));
    }
  }

  /** The one that waits, if it is still of use, or a new one. Whoever takes it closes it. */
  SyncProcesses take() throws IOException {
    if (ready.isPresent() && !ready.get().place().equals(place())) {
      dismiss();
    }
    prepare();
    SyncProcesses crew = ready.orElseThrow().crew();
    ready = Optional.empty();
    return crew;
  }

  /** Nobody needs one for now. */
  void dismiss() throws IOException {
    if (ready.isPresent()) {
      ready.get().crew().close();
      ready = Optional.empty();
    }
  }

  private Optional<Object> place() throws IOException {
    try {
      return Optional.of(Files.readAttributes(mirror, BasicFileAttributes.class).fileKey());
    } catch (NoSuchFileException e) {
      // gone: whoever is to write there finds that out, and it is told then
      return Optional.empty();
    }
  }

  @Override
  public void close() throws IOException {
    dismiss();
  }
}
