package dev.bawn.launcher.facts;

import dev.bawn.contract.agent.NetworkPolicy;
import dev.bawn.contract.agent.Sha256;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.contract.identity.CommitSigning;
import dev.bawn.contract.tool.HomePath;
import dev.bawn.contract.tool.ToolLogin;
import dev.bawn.launcher.config.EffectiveSettings;
import dev.bawn.launcher.config.Origin;
import dev.bawn.launcher.config.PersonalDirectory;
import dev.bawn.launcher.config.Setting;
import dev.bawn.launcher.config.Value;
import dev.bawn.launcher.engine.PortLease;
import dev.bawn.launcher.engine.WrittenPlaces;
import dev.bawn.launcher.machine.Host;
import dev.bawn.launcher.machine.HostProbe;
import dev.bawn.launcher.machine.UserManager;
import dev.bawn.launcher.mount.CurrentDirectory;
import dev.bawn.launcher.mount.EarlierSession;
import dev.bawn.launcher.mount.MountGate;
import dev.bawn.launcher.mount.PrivateDirectories;
import dev.bawn.launcher.mount.ProjectDirectory;
import dev.bawn.launcher.mount.Purpose;
import dev.bawn.launcher.mount.SessionWritable;
import dev.bawn.launcher.plan.FirstProgram;
import dev.bawn.launcher.plan.HomeChoice;
import dev.bawn.launcher.plan.PackageCache;
import dev.bawn.launcher.plan.PortRange;
import dev.bawn.launcher.plan.SessionFacts;
import dev.bawn.launcher.plan.SessionHome;
import dev.bawn.launcher.plan.SessionOptions;
import dev.bawn.launcher.plan.Share;
import dev.bawn.launcher.plan.SharedLogin;
import dev.bawn.launcher.plan.ToolRequirements;
import dev.bawn.launcher.plan.WorkspacePath;
import dev.bawn.launcher.record.Permission;
import dev.bawn.launcher.record.SessionName;
import dev.bawn.launcher.record.SessionPlaces;
import dev.bawn.launcher.request.EtcKind;
import dev.bawn.launcher.request.SessionArguments;
import dev.bawn.launcher.request.Sharing;
import dev.bawn.launcher.request.StartRequest;
import dev.bawn.launcher.request.Wanted;
import dev.bawn.launcher.seed.SeedProbe;
import dev.bawn.launcher.seed.Seeding;
import dev.bawn.launcher.workspace.BorrowedRepository;
import dev.bawn.launcher.workspace.EmptySubmodules;
import dev.bawn.launcher.workspace.GitAddress;
import dev.bawn.launcher.workspace.ProjectSurvey;
import dev.bawn.launcher.workspace.ProjectTop;
import dev.bawn.launcher.workspace.RemoteRepository;
import dev.bawn.launcher.workspace.RepositorySource;
import dev.bawn.launcher.workspace.WorkspaceKind;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the facts for the plan of an unprivileged session. */
public final class SessionProbe {

  private final LocalSystem system;
  private final Surroundings here;
  private final StartRequest request;
  private final SessionPlaces places;
  private final SharedFacts shared;
  private final WrittenPlaces written;
  private final Path home;
  private final MountGate gate;
  private final Optional<ProjectDirectory> project;
  private final ProjectTop choice;
  private final Optional<GitAddress> address;

  /**
   * Finds the project, and reads nothing else yet.
   *
   * @param shared of the same command
   * @throws dev.bawn.contract.failure.Failure if the directory cannot be a project
   */
  public SessionProbe(
      LocalSystem system, Surroundings here, SharedFacts shared, StartRequest request) {
    this.system = system;
    this.shared = shared;
    this.here = here;
    this.request = request;
    this.places = shared.places();
    written = WrittenPlaces.in(places, system.layout().at("proc"));
    home = HostProbe.home(here.environment());
    gate =
        MountGate.of(
            home,
            new PrivateDirectories(PersonalDirectory.all(here.environment())),
            new SessionWritable(written::ever),
            request.earlier().isPresent()
                ? Optional.of(
                    new EarlierSession(
                        request.earlier().get().name().text(), request.earlier().get().sources()))
                : Optional.empty());
    address =
        request.options().has(SessionArguments.FROM_GIT)
            ? Optional.of(
                GitAddress.of(
                    request.options().value(SessionArguments.FROM_GIT, ""), here.directory()))
            : Optional.empty();
    Optional<ProjectDirectory> named = named();
    choice = named.isPresent() ? choice(named.get().path()) : ProjectTop.itself(home);
    project =
        named.isPresent() && !named.get().path().equals(choice.top())
            ? Optional.of(gate.project(choice.top()))
            : named;
  }

  /** The project. A session that is started again has the project of its first start. */
  private ProjectTop choice(Path directory) {
    return request.earlier().isPresent() || request.options().has(SessionArguments.HERE)
        ? ProjectTop.itself(directory)
        : ProjectTop.of(
            directory, home, new PrivateDirectories(PersonalDirectory.all(here.environment())));
  }

  /** The named directory, or the caller's. */
  private Optional<ProjectDirectory> named() {
    boolean isEmpty =
        request.options().value(SessionArguments.WORKSPACE, "").equals(WorkspaceKind.EMPTY.word());
    boolean isFetched = request.options().has(SessionArguments.FROM_GIT);
    if ((isEmpty || isFetched) && request.project().isPresent()) {
      throw new WrongUsage(
          (isFetched ? SessionArguments.FROM_GIT : "--workspace empty")
              + " and a project cannot be used together",
          "leave out one");
    }
    if (isEmpty || isFetched || request.earlier().isPresent() && request.project().isEmpty()) {
      return Optional.empty();
    }
    Path directory = here.directory();
    Path project = request.project().orElse(Path.of(""));
    try {
      return Optional.of(gate.project(directory.resolve(project)));
    } catch (NotFound e) {
      CurrentDirectory.requireFor(project, directory);
      throw e;
    }
  }

  /** The directory of the project; empty for a session without one. */
  public Optional<Path> project() {
    return project.isPresent() ? Optional.of(project.get().path()) : Optional.empty();
  }

  /**
   * Reads all other facts.
   *
   * @param settings those of this start
   * @throws dev.bawn.contract.failure.Failure if an option or setting is not valid
   */
  public SessionFacts facts(EffectiveSettings settings) {
    MountGate mounts = gate.hiding(settings.all(Setting.HIDDEN_PATHS));
    SessionOptions options =
        OptionsProbe.of(
            request.options(),
            settings,
            new NamedMounts(mounts, here.directory(), home),
            directory(),
            request.earlier().isPresent());
    if (options.workspace() == WorkspaceKind.EMPTY && project.isPresent()) {
      throw new Refused(
          "this directory is a project, and the setting 'workspace' is \"empty\"",
          "to start without the project: --workspace empty; to work on it: --workspace overlay");
    }
    if (options.has(Permission.IDENTITY)) {
      CommitSigning.requireProgram();
    }
    Host host =
        shared.host(
            request,
            () -> ProgramProbe.withDefaultShell(host(mounts, options), settings, system.layout()));
    boolean isBound = options.workspace() == WorkspaceKind.BIND;
    FirstProgram program = program(new ProgramProbe(system, here, host, settings, mounts));
    requireLogin(options, program);
    EnvironmentProbe environment = new EnvironmentProbe(here, settings);
    SessionName name = request.name().isPresent() ? request.name().get() : freeName();
    Path inside =
        WorkspacePath.of(
            options.mountBase(), project, name, request.name().isPresent(), request.earlier());
    List<Path> shown = shown(host, options, inside);
    MachineVariables machine = environment.ofMachine(request.options(), shown);
    List<String> warnings = warnings(options, settings, machine);
    if (project.isPresent()) {
      warnings.addAll(environment.registries(request.options(), project.get().path(), home, shown));
    }
    HiddenProgram.warning(program, host.path(), shown, project(), inside).ifPresent(warnings::add);
    if (project.isPresent() && options.workspace().showsRepository()) {
      warnings.addAll(RepositorySettings.warnings(project.get().path(), options.workspace()));
    }
    SessionHome sessionHome = home(options, program, warnings);
    return new SessionFacts(
        host,
        name,
        request.name().isPresent(),
        request.earlier().isPresent() ? request.earlier().get().created() : here.clock().instant(),
        request.earlier(),
        request.isAside(),
        project,
        address.isPresent()
            ? Optional.of(fetched(address.get(), name, host, machine, mounts))
            : borrowed(name, options, mounts, warnings),
        shared.survey(request, () -> survey(options, host, mounts)),
        options,
        program,
        request.wanted().flatMap(Wanted::prompt),
        environment.of(request.options(), program, machine),
        sessionHome,
        seeding(options, program, sessionHome, settings, mounts),
        login(options, program, sessionHome),
        new SshProbe(here, home).access(options.sshHosts(), warnings),
        caches(options, sessionHome, mounts, warnings),
        options.limits().isNone() ? UserManager.NONE : UserManager.of(system.layout(), here.user()),
        MountGate.parts(project, isBound, isBound ? submodules() : Set.of()),
        mounts.kept(),
        ports(name, options, settings, warnings),
        warnings);
  }

  /** Ports for servers; a session without a network needs none, since it has all of its own. */
  private Optional<PortRange> ports(
      SessionName name, SessionOptions options, EffectiveSettings settings, List<String> warnings) {
    if (options.network() == NetworkPolicy.NONE) {
      return Optional.empty();
    }
    int base = Integer.parseInt(settings.one(Setting.PORT_BASE).orElseThrow());
    int count = Integer.parseInt(settings.one(Setting.PORT_COUNT).orElseThrow());
    Optional<PortRange> ports =
        PortLease.in(places, system.layout().at("proc")).unused(name, base, count);
    if (ports.isEmpty()) {
      warnings.add(
          "from port_base ("
              + base
              + ") on, there are no "
              + count
              + " unused ports, so BAWN_PORT_BASE is not set; see: bawn config show");
    }
    return ports;
  }

  /** The working directory of the session, relative to its workspace. */
  private Path directory() {
    return request.earlier().isPresent()
        ? StoredDirectory.of(request.earlier().get())
        : choice.below();
  }

  /** The paths that a session sees in addition to its home, each at its own path. */
  private List<Path> shown(Host host, SessionOptions options, Path inside) {
    List<Path> shown = new ArrayList<>(host.shown());
    shown.add(inside);
    if (options.etc() != EtcKind.NONE) {
      host.system().etc().forEach(source -> shown.add(source.named()));
    }
    if (options.etc() == EtcKind.FULL) {
      shown.add(Path.of("/etc"));
    }
    for (Share share : options.shares()) {
      shown.add(share.at());
    }
    return shown;
  }

  private FirstProgram program(ProgramProbe programs) {
    if (request.wanted().isEmpty()) {
      return programs.again(request.earlier().orElseThrow());
    }
    return request.isAside()
        ? programs.beside(request.wanted().get(), request.earlier().orElseThrow())
        : programs.of(request.wanted().get());
  }

  private void requireLogin(SessionOptions options, FirstProgram program) {
    boolean isNew = request.earlier().isEmpty();
    if (isNew && options.has(Permission.LOGIN_FROM_HOST) && program.wishes().login().isNone()) {
      throw new WrongUsage(
          "--login-from-host copies the login of an agent tool; bawn knows no login of the tool '"
              + program.tool()
              + "'",
          program.tool().equals(FirstProgram.COMMAND)
              ? "leave it out, or name the tool: --tool TOOL"
              : "leave it out, or name the files of the login in the definition of the tool: man bawn-tool");
    }
  }

  /** The files to copy into the home. bawn copies files only into a home that it keeps. */
  private Seeding seeding(
      SessionOptions options,
      FirstProgram program,
      SessionHome sessionHome,
      EffectiveSettings settings,
      MountGate mounts) {
    ToolRequirements wishes = program.wishes();
    if (!sessionHome.isKept() || wishes.seeds().isEmpty() && wishes.login().isNone()) {
      return Seeding.none(home);
    }
    List<String> hidden = new ArrayList<>(settings.all(Setting.HIDDEN_PATHS));
    boolean withLogin = options.has(Permission.LOGIN_FROM_HOST);
    if (!withLogin) {
      for (HomePath login : wishes.login().files()) {
        hidden.add(login.text());
      }
    }
    return new SeedProbe(home, hidden, mounts)
        .look(
            wishes.seeds(),
            withLogin ? wishes.login().files() : List.of(),
            sessionHome.directory().orElseThrow());
  }

  /**
   * The shared login. A home with a login keeps it, whatever the file is: the agent can write
   * there.
   */
  private Optional<SharedLogin> login(
      SessionOptions options, FirstProgram program, SessionHome sessionHome) {
    ToolLogin login = program.wishes().login();
    boolean isShared =
        options.login() == Sharing.SHARED
            && login.isShareable()
            && !options.has(Permission.LOGIN_FROM_HOST)
            && !(options.home() instanceof HomeChoice.At);
    if (isShared && sessionHome.directory().isPresent()) {
      for (HomePath file : login.files()) {
        isShared &=
            !Files.isRegularFile(file.in(sessionHome.directory().get()), LinkOption.NOFOLLOW_LINKS);
      }
    }
    return isShared
        ? Optional.of(new SharedLogin(places.login(program.wishes().tool()), login))
        : Optional.empty();
  }

  /** The existing caches; a home that bawn does not keep has its own. */
  private List<PackageCache> caches(
      SessionOptions options, SessionHome sessionHome, MountGate mounts, List<String> warnings) {
    if (options.caches() == Sharing.SEPARATE || !sessionHome.isKept()) {
      return List.of();
    }
    Path kept = places.caches(sessionHome.directory().orElseThrow());
    List<PackageCache> caches = new ArrayList<>();
    for (PackageCache.Manager manager : PackageCache.Manager.values()) {
      mounts
          .found(home.resolve(manager.place()), Purpose.CACHE, warnings)
          .filter(source -> Files.isDirectory(source.path()))
          .map(source -> new PackageCache(manager, source, kept.resolve(manager.word())))
          .ifPresent(caches::add);
    }
    return caches;
  }

  private Set<Path> submodules() {
    return project.isPresent() ? EmptySubmodules.in(project.get().path()) : Set.of();
  }

  private Host host(MountGate mounts, SessionOptions options) {
    return new HostProbe(system.layout(), system.installation(), system.rootOwned())
        .probe(here.user(), here.environment(), mounts, options.has(Permission.GITCONFIG));
  }

  private ProjectSurvey survey(SessionOptions options, Host host, MountGate mounts) {
    if (project.isEmpty()) {
      return ProjectSurvey.NOTHING;
    }
    Path top = project.get().path();
    ProjectSurvey survey =
        options.hidesSecrets()
            ? ProjectSurvey.withSecrets(
                top, options.masks(), options.workspace().hides(), host.uid(), host.gid())
            : ProjectSurvey.of(project.get(), options.masks(), host.uid(), host.gid());
    return survey.hiding(top, mounts.hiddenIn(project.get()));
  }

  private Optional<BorrowedRepository> borrowed(
      SessionName name, SessionOptions options, MountGate mounts, List<String> warnings) {
    boolean isCheckout = options.workspace().isCheckout();
    if (!isCheckout && request.options().has(SessionArguments.BASE)) {
      throw new WrongUsage(
          "--base needs --workspace worktree or clone",
          "add --workspace worktree, or leave out --base");
    }
    if (isCheckout && project.isPresent()) {
      Optional<String> reference = request.options().value(SessionArguments.BASE);
      return Optional.of(
          BorrowedRepository.checkout(
              project.get().path(),
              mounts,
              options.workspace(),
              reference,
              request.earlier().isPresent(),
              name.text()));
    }
    return project.isPresent()
        ? BorrowedRepository.of(project.get().path(), mounts, warnings)
        : Optional.empty();
  }

  private BorrowedRepository fetched(
      GitAddress address, SessionName name, Host host, MachineVariables machine, MountGate mounts) {
    Optional<String> reference = request.options().value(SessionArguments.REF);
    if (request.earlier().isPresent()) {
      return new BorrowedRepository(new RepositorySource.Made(), Optional.empty());
    }
    if (address.path().isPresent()) {
      return BorrowedRepository.copy(address.path().get(), mounts, reference, name.text());
    }
    Map<String, String> environment = new HashMap<>();
    EnvironmentProbe.set(machine.passed(), here)
        .forEach(each -> environment.put(each.name(), each.value()));
    Path library = system.installation().library();
    return new BorrowedRepository(
        new RepositorySource.Remote(
            new RemoteRepository(
                library.resolve("fetch-repository"),
                library.resolve("own.bpf"),
                host.bubblewrap().program(),
                address.text(),
                reference.orElse(""),
                environment),
            name.text()),
        Optional.empty());
  }

  private SessionHome home(SessionOptions options, FirstProgram program, List<String> warnings) {
    if (request.earlier().isPresent()) {
      SessionHome home = SessionHome.again(request.earlier().get(), options.home(), places.homes());
      if (!home.isKept() || !shared.lease().isUsed(home.lock().get())) {
        return home;
      }
      if (request.isAside()) {
        warnings.add(
            "another session uses the home of "
                + request.earlier().get().name()
                + ", so the command has an empty home");
        return SessionHome.IN_MEMORY;
      }
      boolean hasBegun = places.session(request.earlier().get().name()).hasBegun();
      return hasBegun
          ? home
          : shared.lease().unused(home.directory().orElseThrow().getParent(), homeId());
    }
    if (options.home() instanceof HomeChoice.Ephemeral) {
      return SessionHome.IN_MEMORY;
    }
    if (options.home() instanceof HomeChoice.At(var directory)) {
      return SessionHome.of(directory.path());
    }
    return shared.lease().unused(places.homes().resolve(program.tool()), homeId());
  }

  /** The ID of the home: projects with the same base name have different ones. */
  private String homeId() {
    if (project.isEmpty() && address.isEmpty()) {
      return "empty";
    }
    String place =
        project.isPresent() ? project.get().path().toString() : address.orElseThrow().text();
    return SessionName.base(baseName()) + "-" + Sha256.ofText(place).hex().substring(0, 12);
  }

  private String baseName() {
    return project.isPresent()
        ? project.get().baseName()
        : address.map(GitAddress::baseName).orElse("empty");
  }

  /** The name with the first number that no session of such a project has. */
  private SessionName freeName() {
    String base = baseName();
    int number = 1;
    while (places.isTaken(SessionName.numbered(base, number), here.clock().instant())) {
      number++;
    }
    return SessionName.numbered(base, number);
  }

  private List<String> warnings(
      SessionOptions options, EffectiveSettings settings, MachineVariables machine) {
    List<String> warnings = new ArrayList<>(machine.leftOut());
    for (Value value : settings.of(Setting.HIDDEN_PATHS)) {
      // relative to the home directory, also in a project's file
      if (value.origin() == Origin.PROJECT
          && !Files.exists(home.resolve(value.text()), LinkOption.NOFOLLOW_LINKS)) {
        warnings.add(
            ".bawn.toml: hidden_paths: ~/"
                + Printable.whole(value.text())
                + " does not exist; use mask to hide a file of the project");
      }
    }
    if (choice.foreign().isPresent()) {
      warnings.add(
          "the repository "
              + Printable.whole(choice.foreign().get())
              + " belongs to another user, so the session works on this directory alone");
    }
    // many tools write repositories in their caches, so a writable share stays writable
    for (Share share : options.shares()) {
      if (share.manner() == Share.Manner.WRITABLE && MountGate.isRepository(share.source())) {
        warnings.add(
            "the session can write the git repository "
                + Printable.whole(share.from())
                + ": git may run commands that its settings name");
      }
    }
    return warnings;
  }
}
