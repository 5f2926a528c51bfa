package dev.bawn.launcher.cli;

import dev.bawn.contract.agent.Sha256;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.contract.tool.HomePath;
import dev.bawn.launcher.config.PersonalDirectory;
import dev.bawn.launcher.config.ProjectFile.Trust;
import dev.bawn.launcher.config.Setting;
import dev.bawn.launcher.config.Settings;
import dev.bawn.launcher.facts.EarlierSession;
import dev.bawn.launcher.facts.MountGate;
import dev.bawn.launcher.facts.OwnPlaces;
import dev.bawn.launcher.facts.ProjectDirectory;
import dev.bawn.launcher.facts.SessionWritable;
import dev.bawn.launcher.machine.Host;
import dev.bawn.launcher.machine.HostProbe;
import dev.bawn.launcher.machine.Personal;
import dev.bawn.launcher.seed.SeedProbe;
import dev.bawn.launcher.seed.Seeding;
import dev.bawn.launcher.session.FirstProgram;
import dev.bawn.launcher.session.HomeChoice;
import dev.bawn.launcher.session.Leave;
import dev.bawn.launcher.session.SessionHome;
import dev.bawn.launcher.session.SessionName;
import dev.bawn.launcher.session.SessionOptions;
import dev.bawn.launcher.session.SessionPlaces;
import dev.bawn.launcher.session.SessionPlan;
import dev.bawn.launcher.session.SessionPlanner;
import dev.bawn.launcher.session.SessionRecord;
import dev.bawn.launcher.session.SessionRequest;
import dev.bawn.launcher.session.Share;
import dev.bawn.launcher.session.ToolWishes;
import dev.bawn.launcher.session.Wanted;
import dev.bawn.launcher.session.WrittenPlaces;
import dev.bawn.launcher.workspace.ProjectSurvey;
import dev.bawn.launcher.workspace.WorkspaceKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Plans a session under the caller's own uid: looks around, and begins nothing. */
final class OwnPlanner {

  private final Gate gate;
  private final Surroundings here;
  private final SessionPlaces places;
  private final Path home;
  private final ProposedSettings.Manner manner;

  /**
   * @param manner whether the caller may be asked something
   */
  OwnPlanner(Gate gate, Surroundings here, ProposedSettings.Manner manner) {
    this.gate = gate;
    this.manner = manner;
    this.here = here;
    this.places = SessionPlaces.in(here.environment());
    this.home = HostProbe.home(here.environment());
  }

  /**
   * Plans a new session, as it would be if it began now.
   *
   * @param name the one that was asked for, if any
   */
  SessionPlan plan(Typed typed, Wanted wanted, Optional<SessionName> name) {
    boolean empty = typed.value(OwnWords.WORKSPACE, "").equals(WorkspaceKind.EMPTY.word());
    if (empty && !typed.words().isEmpty()) {
      throw new WrongUsage("an empty workspace has no project", "leave out one of the two");
    }
    MountGate mounts = mounts(Optional.empty());
    Optional<ProjectDirectory> project =
        empty ? Optional.empty() : Optional.of(project(typed.words(), mounts));
    Settings settings = settings(project);
    ProposedSettings.tellOverridden(typed, settings, here);
    ProposedSettings.warnOfIdle(settings, home, here);
    mounts = mounts.hiding(settings.all(Setting.HIDDEN_PATHS));
    SessionOptions options = OwnOptions.of(typed, settings, named(mounts));
    Host host = host(mounts, options);
    String base = project.isPresent() ? project.get().baseName() : "empty";
    OwnProgram programs = new OwnProgram(gate, here, host, settings, mounts);
    FirstProgram program = programs.of(wanted);
    requireLogin(options, program);
    SessionHome sessionHome = home(options, program, project);
    return plan(
        new SessionRequest(
            name.isPresent() ? name.get() : free(base),
            here.clock().instant(),
            Optional.empty(),
            false,
            project,
            survey(project, options, host, mounts),
            options,
            program,
            new PassedVariables(here, settings).of(typed, program),
            sessionHome,
            seeding(options, program, sessionHome, settings, mounts),
            MountGate.parts(project, options.workspace() == WorkspaceKind.BIND),
            mounts.kept()),
        host);
  }

  private static void requireLogin(SessionOptions options, FirstProgram program) {
    if (options.has(Leave.LOGIN_FROM_HOST) && program.wishes().logins().isEmpty()) {
      throw new WrongUsage(
          "--login-from-host is about an agent tool, and bawn knows of no login of "
              + program.tool(),
          "leave it out, or name the tool: --tool TOOL");
    }
  }

  /**
   * Plans an earlier session once more.
   *
   * @param wanted what it runs this time; nothing if that is to be the same
   * @param isAside whether its end is recorded nowhere
   */
  SessionPlan planAgain(SessionRecord earlier, Optional<Wanted> wanted, boolean isAside) {
    Typed typed = OwnWords.stored(earlier);
    SessionWord.requireProject(earlier);
    MountGate mounts =
        mounts(Optional.of(new EarlierSession(earlier.name().text(), earlier.sources())));
    Optional<ProjectDirectory> project =
        earlier.project().isPresent()
            ? Optional.of(project(List.of(earlier.project().get().toString()), mounts))
            : Optional.empty();
    Settings settings = settings(project);
    ProposedSettings.tellOverridden(typed, settings, here);
    ProposedSettings.warnOfIdle(settings, home, here);
    mounts = mounts.hiding(settings.all(Setting.HIDDEN_PATHS));
    SessionOptions options = OwnOptions.of(typed, settings, named(mounts));
    Host host = host(mounts, options);
    OwnProgram programs = new OwnProgram(gate, here, host, settings, mounts);
    FirstProgram program = wanted.isPresent() ? programs.of(wanted.get()) : programs.again(earlier);
    SessionHome sessionHome = SessionHome.again(earlier, options.home(), places.homes());
    return plan(
        new SessionRequest(
            earlier.name(),
            earlier.created(),
            Optional.of(earlier),
            isAside,
            project,
            survey(project, options, host, mounts),
            options,
            program,
            new PassedVariables(here, settings).of(typed, program),
            sessionHome,
            seeding(options, program, sessionHome, settings, mounts),
            MountGate.parts(project, options.workspace() == WorkspaceKind.BIND),
            mounts.kept()),
        host);
  }

  /** Only a home that bawn keeps gets something: others are as somebody made them, or empty. */
  private Seeding seeding(
      SessionOptions options,
      FirstProgram program,
      SessionHome sessionHome,
      Settings settings,
      MountGate mounts) {
    ToolWishes wishes = program.wishes();
    boolean isKept = options.home() instanceof HomeChoice.Persistent;
    if (!isKept || wishes.seeds().isEmpty() && wishes.logins().isEmpty()) {
      return Seeding.none(home);
    }
    List<String> hidden = new ArrayList<>(settings.all(Setting.HIDDEN_PATHS));
    boolean withLogin = options.has(Leave.LOGIN_FROM_HOST);
    if (!withLogin) {
      for (HomePath login : wishes.logins()) {
        hidden.add(login.text());
      }
    }
    return new SeedProbe(home, hidden, mounts)
        .look(
            wishes.seeds(),
            withLogin ? wishes.logins() : List.of(),
            sessionHome.directory().orElseThrow());
  }

  private SessionPlan plan(SessionRequest request, Host host) {
    warnOfRepositories(request.options());
    SessionPlan plan = new SessionPlanner(gate.installation(), places, host).plan(request);
    written().requireNoneAbove(plan);
    return plan;
  }

  /** Many tools write repositories in their caches, so a writable share stays writable. */
  private void warnOfRepositories(SessionOptions options) {
    for (Share share : options.shares()) {
      if (share.manner() == Share.Manner.WRITABLE && MountGate.isRepository(share.source())) {
        here.err()
            .println(
                "bawn: warning: the session can write the git repository "
                    + Printable.whole(share.from().toString())
                    + ": git may run commands that its settings name");
      }
    }
  }

  private WrittenPlaces written() {
    return WrittenPlaces.in(places, gate.layout().at("proc"));
  }

  private Host host(MountGate mounts, SessionOptions options) {
    return new HostProbe(gate.layout(), gate.installation(), gate.rootOwned())
        .probe(
            here.user(),
            here.environment(),
            mounts,
            new Personal.Wish(options.has(Leave.SSH), options.has(Leave.GITCONFIG)));
  }

  private Settings settings(Optional<ProjectDirectory> project) {
    Optional<Path> top = project.isPresent() ? Optional.of(project.get().path()) : Optional.empty();
    Settings settings = gate.settings(top, here);
    if (top.isPresent() && settings.project().trust() != Trust.TRUSTED) {
      boolean counts = ProposedSettings.settle(settings, top.get(), manner, here);
      return counts ? gate.settings(top, here) : settings;
    }
    return settings;
  }

  private static ProjectSurvey survey(
      Optional<ProjectDirectory> project, SessionOptions options, Host host, MountGate mounts) {
    return project.isPresent()
        ? ProjectSurvey.of(project.get(), options.masks(), host.uid(), host.gid())
            .hiding(project.get().path(), mounts.hiddenIn(project.get()))
        : ProjectSurvey.NOTHING;
  }

  /** What is named of the machine, for a session to see. */
  private NamedPlaces named(MountGate mounts) {
    return new NamedPlaces(mounts, here.directory(), home);
  }

  private ProjectDirectory project(List<String> words, MountGate mounts) {
    return mounts.project(
        words.isEmpty() ? here.directory() : here.directory().resolve(words.getFirst()));
  }

  private MountGate mounts(Optional<EarlierSession> earlier) {
    return MountGate.of(
        home,
        new OwnPlaces(PersonalDirectory.all(here.environment())),
        new SessionWritable(written()::ever),
        earlier);
  }

  /** The first number that no session on such a project has. */
  private SessionName free(String base) {
    int number = 1;
    while (places.isTaken(SessionName.numbered(base, number), here.clock().instant())) {
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
      return SessionHome.of(directory.path());
    }
    String id = project.isPresent() ? id(project.get()) : "empty";
    return SessionHome.unused(places.homes().resolve(program.tool()), id, gate.layout().at("proc"));
  }

  /** Projects of the same base name have homes of their own. */
  private static String id(ProjectDirectory project) {
    String digest = Sha256.ofText(project.path().toString()).hex().substring(0, 12);
    return SessionName.base(project.baseName()) + "-" + digest;
  }
}
