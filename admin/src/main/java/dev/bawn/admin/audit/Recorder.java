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

/** Writes down an act before it begins and after it has ended. */
public final class Recorder {

  private final SystemLayout layout;
  private final AuditLog journal;
  private final Clock clock;

  /**
   * @param layout where the journal and the agents lie
   * @param clock tells the time
   */
  public Recorder(SystemLayout layout, Clock clock) {
    this.layout = layout;
    this.journal = new AuditLog(layout);
    this.clock = clock;
  }

  /** What is done. */
  @FunctionalInterface
  public interface Deed {
    /** Does it, and gives the exit status. */
    int run() throws IOException;
  }

  /**
   * Does an act, recorded.
   *
   * @param by who ran sudo, or root itself
   * @param argv what was typed after the program's name
   * @param deed does it and gives the exit status
   * @param talk hears it when the end could not be recorded
   * @return the exit status
   * @throws Refused if the beginning cannot be recorded: then nothing is done
   * @throws IOException if the act ended so, which is recorded in words
   */
  public int record(Uid by, List<String> argv, Deed deed, Consumer<String> talk)
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
    // Before the first `init` there is no place for a journal, and after `uninstall` none is left.
    if (hasPlace()) {
      journal.append(begun);
    }
    try {
      int status = deed.run();
      end(begun, Result.of(status), status == 0 ? "" : "exit status " + status, talk);
      return status;
    } catch (Failure e) {
      end(begun, Result.of(e.exitCode()), e.what(), talk);
      throw e;
    } catch (IOException e) {
      end(begun, Result.FAILED, Failed.of(e).what(), talk);
      throw e;
    } catch (RuntimeException e) {
      end(begun, Result.FAILED, String.valueOf(e.getMessage()), talk);
      throw e;
    }
  }

  private boolean hasPlace() {
    return Files.isDirectory(layout.state(), LinkOption.NOFOLLOW_LINKS);
  }

  private void end(Act begun, Result result, String reason, Consumer<String> talk) {
    if (!hasPlace()) {
      return;
    }
    Optional<AgentName> agent = agent(begun.argv()).or(begun::agent);
    try {
      journal.append(
          begun.ended(clock.instant(), agent, agent.flatMap(this::serial), result, reason));
    } catch (Refused e) {
      talk.accept("how this ended is not recorded: " + e.what());
    }
  }

  /**
   * The first word that names an agent which is there; a deleted one was there at the beginning.
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
