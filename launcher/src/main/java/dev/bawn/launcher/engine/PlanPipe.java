package dev.bawn.launcher.engine;

import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.layout.PersonalFiles;
import dev.bawn.launcher.linux.Fifo;
import dev.bawn.launcher.plan.StartPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A FIFO through which {@code libexec/pane} gets its plan. A plan contains API keys, so no file
 * stores it.
 */
final class PlanPipe implements AutoCloseable {

  private final Path path;

  private PlanPipe(Path path) {
    this.path = path;
  }

  /**
   * Makes a FIFO.
   *
   * @param directory which is made private to the caller
   * @param name of the session
   * @param files of the caller
   * @throws dev.bawn.contract.failure.Refused if another user could exchange the FIFO
   */
  static PlanPipe in(Path directory, String name, PersonalFiles files) {
    Path path = directory.resolve(name + "." + ProcessHandle.current().pid());
    try {
      files.makeOwn(directory);
      Files.deleteIfExists(path);
      Fifo.make(path);
    } catch (IOException e) {
      throw Failed.of("cannot make a FIFO", e);
    }
    return new PlanPipe(path);
  }

  Path path() {
    return path;
  }

  /** Writes the plan without waiting for its reader, which may be killed. */
  void write(StartPlan plan) {
    Thread.ofPlatform().daemon().start(() -> Handover.write(plan, plan.words(), path));
  }

  @Override
  public void close() {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      // it has no reader any more, and the next start of this name removes it
    }
  }
}
