package dev.bawn.launcher.engine;

import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.launcher.plan.StartPlan;
import java.nio.file.Path;

/**
 * Runs a session in the caller's terminal: the start stub, from which the launcher was started,
 * becomes the session. After it wrote the plan, the launcher ends.
 *
 * @param proc the path of {@code /proc}
 * @param stub the file from which the stub reads the plan
 */
public record LocalEngine(Path proc, Path stub) implements Engine {

  /** The engine of the running system. The stub reads from file descriptor 3 of this process. */
  public static LocalEngine on(SystemLayout layout) {
    return new LocalEngine(layout.at("proc"), Path.of("/proc/self/fd/3"));
  }

  @Override
  public void start(StartPlan plan) {
    Handover.write(plan, plan.argv(), stub);
  }

  @Override
  public ProcessMark process() {
    return ProcessMark.ofStub(proc);
  }

  @Override
  public boolean keepsLog() {
    return false;
  }

  @Override
  public boolean isAtTerminal() {
    return true;
  }
}
