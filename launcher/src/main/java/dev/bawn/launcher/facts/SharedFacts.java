package dev.bawn.launcher.facts;

import dev.bawn.launcher.engine.HomeLease;
import dev.bawn.launcher.machine.Host;
import dev.bawn.launcher.record.SessionPlaces;
import dev.bawn.launcher.request.StartRequest;
import dev.bawn.launcher.workspace.ProjectSurvey;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What the sessions of one command share. Its new sessions have the same options and project, so a
 * swarm reads the machine and surveys the project once.
 */
public final class SharedFacts {

  private final SessionPlaces places;
  private final HomeLease lease;
  private Optional<Host> host = Optional.empty();
  private Optional<ProjectSurvey> survey = Optional.empty();

  /**
   * @param places of the caller's sessions
   * @param proc the path of {@code /proc}
   */
  public SharedFacts(SessionPlaces places, Path proc) {
    this.places = places;
    lease = new HomeLease(proc);
  }

  /** The directories of the caller's sessions. */
  public SessionPlaces places() {
    return places;
  }

  /** The lease of the homes. */
  public HomeLease lease() {
    return lease;
  }

  Host host(StartRequest request, Supplier<Host> read) {
    if (host.isEmpty() || request.earlier().isPresent()) {
      host = Optional.of(read.get());
    }
    return host.get();
  }

  ProjectSurvey survey(StartRequest request, Supplier<ProjectSurvey> read) {
    if (survey.isEmpty() || request.earlier().isPresent()) {
      survey = Optional.of(read.get());
    }
    return survey.get();
  }
}
