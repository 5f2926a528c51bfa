package dev.bawn.launcher.cli;

import dev.bawn.contract.agent.Sha256;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.Refused;
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
import dev.bawn.launcher.session.SessionRequest;
import dev.bawn.launcher.session.Variable;
import dev.bawn.launcher.session.Wanted;
import dev.bawn.launcher.workspace.ProjectDirectory;
import dev.bawn.launcher.workspace.WorkspaceKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Starts a session under the caller's own uid: looks around, plans, prepares, hands over. */
final class OwnStart {

  /** What of the caller's environment every session has, where it is set. */
  private static final List<String> PASSED = List.of("TERM", "LANG", "LC_ALL", "COLORTERM");

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
    SessionOptions options = OwnOptions.of(typed, here);
    Optional<ProjectDirectory> project =
        options.workspace() == WorkspaceKind.EMPTY
            ? Optional.empty()
            : Optional.of(project(typed.words()));
    String base = project.isPresent() ? project.get().baseName() : "empty";
    FirstProgram program = program(wanted);
    return new SessionPlanner(gate.installation(), places, host)
        .plan(
            new SessionRequest(
                name.isPresent() ? name.get() : free(base),
                here.clock().instant(),
                project,
                options,
                program,
                passed(typed),
                home(options, program, project)));
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

  private FirstProgram program(Wanted wanted) {
    if (wanted instanceof Wanted.Words(var words)) {
      return new FirstProgram(FirstProgram.COMMAND, List.of(), words, List.of());
    }
    return new FirstProgram("shell", List.of(host.shell().toString()), List.of(), List.of());
  }

  private List<Variable> passed(Typed typed) {
    List<String> names = new ArrayList<>(PASSED);
    names.addAll(OwnOptions.passed(typed));
    List<Variable> variables = new ArrayList<>();
    for (String name : names) {
      String value = here.environment().get(name);
      if (value != null && !value.isEmpty() && value.indexOf('\ufffd') < 0) {
        variables.add(new Variable(name, value));
      }
    }
    return variables;
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
   * Starts it.
   *
   * @throws Refused if its name is taken
   */
  void start(SessionPlan plan) {
    Preparation preparation = new Preparation(plan);
    if (!preparation.claim()) {
      throw new Refused(
          "there is a session '" + plan.session().name() + "' already",
          "go on with it: bawn resume " + plan.session().name());
    }
    plan.notes().forEach(note -> here.err().println("bawn: warning: " + note));
    preparation.start(gate.handover());
  }
}
