package dev.bawn.launcher.engine;

import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.layout.PersonalFiles;
import dev.bawn.launcher.plan.StartPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/**
 * Runs one session as a child of this process, with its standard streams, and waits for its end.
 *
 * <p>{@link #process} must be called first. {@link #close} ends a process that got no plan.
 */
public final class ChildEngine implements Engine, AutoCloseable {

  private final Path proc;
  private final Path directory;
  private final Path library;
  private final PersonalFiles files;
  private PlanPipe pipe;
  private boolean isClosed;
  private Process child;

  /**
   * @param proc the path of {@code /proc}
   * @param directory for the pipe, private to the caller
   * @param library the directory {@code lib/bawn} of this installation
   * @param files of the caller
   */
  public ChildEngine(Path proc, Path directory, Path library, PersonalFiles files) {
    this.proc = proc;
    this.directory = directory;
    this.library = library;
    this.files = files;
  }

  @Override
  public synchronized ProcessMark process() {
    if (isClosed) {
      throw Failed.interrupted();
    }
    if (child == null) {
      pipe = PlanPipe.in(directory, "run", files);
      ProcessBuilder builder =
          new ProcessBuilder(library.resolve("pane").toString(), pipe.path().toString())
              .inheritIO();
      builder.environment().clear();
      try {
        child = builder.start();
      } catch (IOException e) {
        pipe.close();
        throw new UncheckedIOException(e);
      }
    }
    return ProcessMark.at(proc, Long.toString(child.pid())).orElse(new ProcessMark("", ""));
  }

  @Override
  public boolean keepsLog() {
    return false;
  }

  @Override
  public boolean isAtTerminal() {
    return false;
  }

  @Override
  public void start(StartPlan plan) {
    process();
    pipe.write(plan);
  }

  /**
   * Waits for the end of the session.
   *
   * @param most the longest time
   * @return its exit status; empty if it is still running, or never began
   */
  public OptionalInt await(Duration most) {
    if (child == null) {
      return OptionalInt.empty();
    }
    try {
      return child.waitFor(most.toMillis(), TimeUnit.MILLISECONDS)
          ? OptionalInt.of(child.exitValue())
          : OptionalInt.empty();
    } catch (InterruptedException e) {
      throw Failed.interrupted(e);
    } finally {
      pipe.close();
    }
  }

  /** Asks the session to end; it ends within some seconds. */
  public void terminate() {
    if (child != null) {
      child.destroy();
    }
  }

  /**
   * Closes the pipe. A signal may cause this while another thread begins: from then on, no process
   * and no pipe is made.
   */
  @Override
  public synchronized void close() {
    isClosed = true;
    if (child != null && child.isAlive()) {
      child.destroy();
    }
    if (pipe != null) {
      pipe.close();
    }
  }
}
