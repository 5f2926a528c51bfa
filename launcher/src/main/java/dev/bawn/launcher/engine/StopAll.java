package dev.bawn.launcher.engine;

import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.record.SessionName;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code libexec/stop-all}, which stops or continues all processes in a session at one moment. It
 * runs until this is closed, so that a session of an agent needs sudo only once.
 */
final class StopAll implements AutoCloseable {

  private static final String STOP = "stop\n";
  private static final String CONTINUE = "continue\n";

  /** The exit status of the program when the session has ended, or has not begun. */
  private static final int ABSENT = 5;

  private final List<String> command;
  private final SessionName session;
  private final Map<ProcessMark, Process> programs = new HashMap<>();

  /**
   * @param command the command line of the program, without its arguments
   * @param session for the failure
   */
  StopAll(List<String> command, SessionName session) {
    this.command = List.copyOf(command);
    this.session = session;
  }

  /**
   * Stops all processes beside this first one. Returns whether that was possible.
   *
   * @throws Refused if the program is not permitted to; it has printed the reason
   */
  boolean stop(ProcessMark first) throws IOException {
    return ask(first, STOP);
  }

  /** As {@link #stop}, but continues them. */
  boolean resume(ProcessMark first) throws IOException {
    return ask(first, CONTINUE);
  }

  private boolean ask(ProcessMark first, String request) throws IOException {
    Process program = programs.get(first);
    if (program == null) {
      program = start(first);
      if (!isDone(program)) {
        requirePermitted(program);
        return false;
      }
      programs.put(first, program);
    }
    try {
      program.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      program.getOutputStream().flush();
      return isDone(program);
    } catch (IOException e) {
      // it has ended, and the session probably, too
      programs.remove(first);
      return false;
    }
  }

  private Process start(ProcessMark first) throws IOException {
    List<String> whole = new ArrayList<>(command);
    whole.add(first.pid());
    whole.add(first.begun());
    return new ProcessBuilder(whole)
        .directory(Path.of("/").toFile())
        .redirectError(Redirect.INHERIT)
        .start();
  }

  /** Tells whether the program confirmed its start or a request: it writes one character each. */
  private static boolean isDone(Process program) throws IOException {
    return program.getInputStream().read() == '1';
  }

  private void requirePermitted(Process program) {
    if (statusOf(program) != ABSENT) {
      throw new Refused(
          "cannot signal the processes of session '" + session + "'",
          "solve that problem, then run the same command again");
    }
  }

  private static int statusOf(Process program) {
    try {
      return program.waitFor();
    } catch (InterruptedException e) {
      throw Failed.interrupted(e);
    }
  }

  /** Ends the programs: their standard input ends. */
  @Override
  public void close() throws IOException {
    for (Process program : programs.values()) {
      program.getOutputStream().close();
      statusOf(program);
    }
  }
}
