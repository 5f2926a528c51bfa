package dev.bawn.admin.audit;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Serial;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Failure;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Records a command before it begins and after it has ended. */
public final class Recorder {

  private final SystemLayout layout;
  private final AuditLog journal;
  private final Clock clock;

  /**
   * @param layout with the journal and the agents
   * @param clock the current time
   */
  public Recorder(SystemLayout layout, Clock clock) {
    this.layout = layout;
    this.journal = new AuditLog(layout);
    this.clock = clock;
  }

  /** The command that is recorded. */
  @FunctionalInterface
  public interface Deed {
    /** Runs the command and returns its exit status. */
    int run() throws IOException;
  }

  /**
   * Runs a command and records it.
   *
   * @param by the user who ran sudo, or root
   * @param argv the arguments after the program's name
   * @param deed runs the command and returns its exit status
   * @param messages receives a sentence if the end could not be recorded
   * @return the exit status
   * @throws Refused if the beginning cannot be recorded: then the command does not run
   * @throws IOException if the command threw it; its message is recorded
   */
  public int record(Uid by, List<String> argv, Deed deed, Consumer<String> messages)
      throws IOException {
    Act begun =
        new Act(
            clock.millis() + "-" + ProcessHandle.current().pid(),
            clock.instant(),
            by,
            argv,
            agent(argv),
            Optional.empty(),
            Result.BEGUN,
            "");
    // Before the first `init` there is no directory for the journal, and `uninstall` removes it.
    if (hasPlace()) {
      journal.append(begun);
    }
    try {
      int status = deed.run();
      end(begun, Result.of(status), status == 0 ? "" : "exit status " + status, messages);
      return status;
    } catch (Failure e) {
      end(begun, Result.of(e.exitCode()), e.what(), messages);
      throw e;
    } catch (IOException e) {
      end(begun, Result.FAILED, Failed.of(e).what(), messages);
      throw e;
    } catch (RuntimeException e) {
      end(begun, Result.FAILED, String.valueOf(e.getMessage()), messages);
      throw e;
    }
  }

  private boolean hasPlace() {
    return Files.isDirectory(layout.state(), LinkOption.NOFOLLOW_LINKS);
  }

  private void end(Act begun, Result result, String reason, Consumer<String> messages) {
    if (!hasPlace()) {
      return;
    }
    Optional<AgentName> agent = agent(begun.argv()).or(begun::agent);
    try {
      journal.append(
          begun.ended(clock.instant(), agent, agent.flatMap(this::serial), result, reason));
    } catch (Refused e) {
      messages.accept("cannot record the result of this command: " + e.what());
    }
  }

  /**
   * Returns the first argument that names an existing agent; an agent that the command deletes
   * exists at the beginning.
   */
  private Optional<AgentName> agent(List<String> argv) {
    return argv.stream().skip(1).flatMap(word -> named(word).stream()).findFirst();
  }

  private Optional<AgentName> named(String word) {
    try {
      return Optional.of(AgentName.of(word))
          .filter(name -> Files.isSymbolicLink(layout.agent(name)));
    } catch (WrongUsage e) {
      return Optional.empty();
    }
  }

  private Optional<Serial> serial(AgentName agent) {
    try {
      Path directory = Files.readSymbolicLink(layout.agent(agent)).getFileName();
      return Optional.of(new Serial(Long.parseLong(directory.toString())));
    } catch (IOException | NumberFormatException e) {
      return Optional.empty();
    }
  }
}
