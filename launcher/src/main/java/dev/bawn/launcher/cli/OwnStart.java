package dev.bawn.launcher.cli;

import dev.bawn.contract.agent.Sha256;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.launcher.config.Settings;
import dev.bawn.launcher.machine.Host;
import dev.bawn.launcher.machine.HostProbe;
import dev.bawn.launcher.session.FirstProgram;
import dev.bawn.launcher.session.HomeChoice;
import dev.bawn.launcher.session.Preparation;
import dev.bawn.launcher.session.SessionHome;
import dev.bawn.launcher.session.SessionName;
import dev.bawn.launcher.session.SessionOptions;
import dev.bawn.launcher.session.SessionPlaces;
import dev.bawn.launcher.session.SessionPlan;
import dev.bawn.launcher.session.SessionPlanner;
import dev.bawn.launcher.session.SessionRecord;
import dev.bawn.launcher.session.SessionRequest;
import dev.bawn.launcher.session.Wanted;
import dev.bawn.launcher.workspace.ProjectDirectory;
import dev.bawn.launcher.workspace.ProjectSurvey;
import dev.bawn.launcher.workspace.WorkspaceKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Starts a session under the caller's own uid: looks around, plans, prepares, hands over. */
final class OwnStart {

  private final Gate gate;
  private final Surroundings here;
  private final SessionPlaces places;
  private final Host host;

  OwnStart(Gate gate, Surroundings here) {
    this.gate = gate;
    this.here = here;
    this.places = SessionPlaces.in(here.environment());
    this.host =
        new HostProbe(gate.layout(), gate.installation(), gate.rootOwned())
            .probe(here.user(), here.environment());
  }

  /**
   * Plans a new session, as it would be if it began now.
   *
   * @param name the one that was asked for, if any
   */
  SessionPlan plan(Typed typed, Wanted wanted, Optional<SessionName> name) {
    boolean empty = typed.value(OwnOptions.WORKSPACE, "").equals(WorkspaceKind.EMPTY.word());
    if (empty && !typed.words().isEmpty()) {
      throw new WrongUsage("an empty workspace has no project", "leave out one of the two");
    }
    Optional<ProjectDirectory> project =
        empty ? Optional.empty() : Optional.of(project(typed.words()));
    Settings settings = settings(project);
    SessionOptions options = OwnOptions.of(typed, settings, here, host.home());
    String base = project.isPresent() ? project.get().baseName() : "empty";
    OwnProgram programs = new OwnProgram(gate, here, host, settings);
    FirstProgram program = programs.of(wanted);
    return plan(
        new SessionRequest(
            name.isPresent() ? name.get() : free(base),
            here.clock().instant(),
            Optional.empty(),
            project,
            survey(project, options),
            options,
            program,
            programs.passed(typed, program),
            home(options, program, project)));
  }

  /**
   * Plans an earlier session once more.
   *
   * @param wanted what it runs this time; nothing if that is to be the same
   */
  SessionPlan planAgain(SessionRecord earlier, Optional<Wanted> wanted) {
    Typed typed = OwnOptions.stored(earlier);
    Optional<ProjectDirectory> project =
        earlier.project().isPresent()
            ? Optional.of(project(List.of(earlier.project().get().toString())))
            : Optional.empty();
    Settings settings = settings(project);
    SessionOptions options = OwnOptions.of(typed, settings, here, host.home());
    OwnProgram programs = new OwnProgram(gate, here, host, settings);
    FirstProgram program = wanted.isPresent() ? programs.of(wanted.get()) : programs.again(earlier);
    return plan(
        new SessionRequest(
            earlier.name(),
            earlier.created(),
            Optional.of(earlier),
            project,
            survey(project, options),
            options,
            program,
            programs.passed(typed, program),
            SessionHome.again(earlier, options.home(), places.homes())));
  }

  private SessionPlan plan(SessionRequest request) {
    return new SessionPlanner(gate.installation(), places, host).plan(request);
  }

  private Settings settings(Optional<ProjectDirectory> project) {
    Settings settings =
        Settings.of(
            here.environment(),
            project.isPresent() ? Optional.of(project.get().path()) : Optional.empty());
    Notice.of(settings.project()).ifPresent(line -> here.err().println(line));
    return settings;
  }

  private ProjectSurvey survey(Optional<ProjectDirectory> project, SessionOptions options) {
    return project.isPresent()
        ? ProjectSurvey.of(project.get(), options.masks(), host.uid(), host.gid())
        : ProjectSurvey.NOTHING;
  }

  private ProjectDirectory project(List<String> words) {
    Path typed = words.isEmpty() ? here.directory() : here.directory().resolve(words.getFirst());
    return ProjectDirectory.of(
        typed, host.home(), List.of(places.sessions(), places.workspaces(), places.homes()));
  }

  /** The next number after those that sessions on such a project have. */
  private SessionName free(String base) {
    int number = 1;
    while (Files.exists(places.session(SessionName.numbered(base, number)).path())) {
      number++;
    }
    return SessionName.numbered(base, number);
  }

  private SessionHome home(
      SessionOptions options, FirstProgram program, Optional<ProjectDirectory> project) {
    if (options.home() instanceof HomeChoice.Ephemeral) {
      return SessionHome.IN_MEMORY;
    }
    if (options.home() instanceof HomeChoice.At(var directory)) {
      return SessionHome.of(directory);
    }
    String id = project.isPresent() ? id(project.get()) : "empty";
    return SessionHome.unused(places.homes().resolve(program.tool()), id, gate.layout().at("proc"));
  }

  /** Projects of the same base name have homes of their own. */
  private static String id(ProjectDirectory project) {
    String digest = Sha256.ofText(project.path().toString()).hex().substring(0, 12);
    return SessionName.base(project.baseName()) + "-" + digest;
  }

  /**
   * Starts a new one.
   *
   * @return false if another session has taken its name
   */
  boolean startNew(SessionPlan plan) {
    Preparation preparation = new Preparation(plan);
    if (!preparation.claim()) {
      return false;
    }
    start(plan, preparation);
    return true;
  }

  /** What is said to somebody who wants a name that there is. */
  static Refused taken(SessionName name) {
    return new Refused(
        "there is a session '" + name + "' already", "go on with it: bawn resume " + name);
  }

  /** Starts an earlier one. */
  void startAgain(SessionPlan plan) {
    start(plan, new Preparation(plan));
  }

  private void start(SessionPlan plan, Preparation preparation) {
    plan.notes().forEach(note -> here.err().println("bawn: warning: " + note));
    preparation.start(gate.handover());
  }
}
