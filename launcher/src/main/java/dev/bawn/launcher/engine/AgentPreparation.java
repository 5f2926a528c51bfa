package dev.bawn.launcher.engine;

import dev.bawn.contract.failure.Failed;
import dev.bawn.launcher.config.ReplacedFile;
import dev.bawn.launcher.plan.AgentSessionPlan;
import dev.bawn.launcher.plan.PlanFile;
import dev.bawn.launcher.record.SessionPlaces;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** Makes the directory of an agent session with a record, and starts the session. */
public final class AgentPreparation {

  private final AgentSessionPlan plan;
  private final SessionPlaces places;
  private final Path proc;
  private SessionStaging site = SessionStaging.OF_AN_EARLIER_ONE;

  /**
   * @param plan the plan
   * @param places the directories of sessions
   * @param proc the path of {@code /proc}
   */
  public AgentPreparation(AgentSessionPlan plan, SessionPlaces places, Path proc) {
    this.plan = plan;
    this.places = places;
    this.proc = proc;
  }

  /**
   * Makes the directory of a new session, as a whole or not at all.
   *
   * @return false if another session has its name
   * @throws Failed if it cannot be made, for example on a full disk
   */
  public boolean makeNew() {
    try {
      site = SessionStaging.ofNew(plan.session(), places, proc);
      try {
        write();
        return site.settle();
      } finally {
        site.drop();
      }
    } catch (IOException e) {
      throw SessionStaging.notPrepared(e);
    }
  }

  /**
   * Replaces the plan of an earlier session.
   *
   * @throws Failed if it cannot be written
   */
  public void makeAgain() {
    try {
      write();
    } catch (IOException e) {
      throw SessionStaging.notPrepared(e);
    }
  }

  private void write() throws IOException {
    ReplacedFile.write(site.at(plan.directory().plan()), PlanFile.text(plan));
  }

  /**
   * Completes a new session that is not started now, see {@link SessionStaging#rest}.
   *
   * @throws Failed if that fails
   */
  public void rest() {
    try {
      SessionStaging.rest(plan.directory());
    } catch (IOException e) {
      throw SessionStaging.notPrepared(e);
    }
  }

  /** Removes what was made for a new session that never begins. */
  public void withdraw() {
    site.withdraw();
  }

  /** Starts the session. If that fails, a new session never begins. */
  public void start(Engine engine) {
    try {
      engine.start(plan.start());
    } catch (UncheckedIOException e) {
      site.withdraw();
      throw e;
    }
  }
}
