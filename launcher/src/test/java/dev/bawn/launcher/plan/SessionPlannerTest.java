package dev.bawn.launcher.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.agent.Confinement;
import dev.bawn.contract.agent.NetworkPolicy;
import dev.bawn.contract.agent.ResourceLimits;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.process.LandlockScopes;
import dev.bawn.contract.sandbox.BubblewrapArguments;
import dev.bawn.contract.tool.HomePath;
import dev.bawn.contract.tool.ToolLogin;
import dev.bawn.contract.trust.Installation;
import dev.bawn.launcher.machine.Bubblewrap;
import dev.bawn.launcher.machine.GitIdentity;
import dev.bawn.launcher.machine.Host;
import dev.bawn.launcher.machine.Personal;
import dev.bawn.launcher.machine.SystemFiles;
import dev.bawn.launcher.machine.UserManager;
import dev.bawn.launcher.mount.MountSource;
import dev.bawn.launcher.mount.ProjectDirectory;
import dev.bawn.launcher.mount.ProjectParts;
import dev.bawn.launcher.mount.Sources;
import dev.bawn.launcher.record.Permission;
import dev.bawn.launcher.record.SessionName;
import dev.bawn.launcher.record.SessionPlaces;
import dev.bawn.launcher.request.EtcKind;
import dev.bawn.launcher.request.Notification;
import dev.bawn.launcher.request.Sharing;
import dev.bawn.launcher.seed.Seeding;
import dev.bawn.launcher.workspace.DotGit;
import dev.bawn.launcher.workspace.ProjectSurvey;
import dev.bawn.launcher.workspace.SessionMasks;
import dev.bawn.launcher.workspace.WorkspaceKind;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class SessionPlannerTest {

  private static final SessionPlaces PLACES =
      new SessionPlaces(
          Path.of("/home/alice/.local/state/bawn/sessions"),
          Path.of("/data/bawn/workspaces"),
          Path.of("/data/bawn/homes"));
  private static final String KEPT = "/data/bawn/workspaces/app-1/";
  private static final String DIRECTORY = "/home/alice/.local/state/bawn/sessions/app-1";
  private static final String HOME = "/data/bawn/homes/command/app";

  private Path library = Path.of("/lib/bawn");
  private LandlockScopes landlock = LandlockScopes.AT_HAND;
  private List<MountSource> above = List.of();
  private List<Path> sockets = List.of();
  private List<MountSource> toolchains = List.of(Sources.at("/home/alice/.cargo/bin"));
  private Path project = Path.of("/home/alice/app");
  private ProjectSurvey survey = ProjectSurvey.NOTHING;
  private WorkspaceKind workspace = WorkspaceKind.OVERLAY;
  private EtcKind etc = EtcKind.SYNTHETIC;
  private NetworkPolicy network = NetworkPolicy.OPEN;
  private Confinement confinement = Confinement.PREFERRED;
  private final List<Share> shares = new ArrayList<>();
  private SessionMasks masks = new SessionMasks(false, false, List.of());
  private Optional<Path> mountBase = Optional.empty();
  private Optional<SharedLogin> login = Optional.empty();
  private SshAccess ssh = new SshAccess(List.of());
  private List<PackageCache> caches = List.of();
  private Set<Permission> permissions = Set.of();
  private ResourceLimits limits = ResourceLimits.NONE;
  private UserManager manager = UserManager.NONE;

  private SessionEnd end = new SessionEnd(false, false, List.of(), List.of(), List.of());

  private SessionPlan plan() {
    Host host =
        new Host(
            new Uid(1000),
            new Uid(100),
            Path.of("/home/alice"),
            List.of(
                Path.of("/home/alice/.cargo/bin"), Path.of("/home/alice/secret"), Path.of("/bin")),
            Path.of("/bin/bash"),
            new Bubblewrap(Path.of("/usr/bin/bwrap")),
            new TreeMap<>(Map.of("/bin", "usr/bin")),
            new SystemFiles(
                Sources.at("/usr"),
                List.of(Sources.at("/opt")),
                Optional.of(Sources.at("/etc")),
                List.of(),
                List.of(Sources.at("/etc/ssl/certs")),
                Optional.of(
                    Sources.linked("/etc/resolv.conf", "/run/systemd/resolve/stub-resolv.conf")),
                Optional.of(Sources.at("/lib/bawn/prepare-home")),
                List.of(Sources.at("/proc/keys"))),
            toolchains,
            new Personal(List.of(), GitIdentity.NONE),
            landlock,
            List.of());
    Installation installation =
        new Installation(library, Path.of("/usr/bin/bwrap"), Path.of("/usr/bin/sudo"));
    return new SessionPlanner(installation, PLACES).plan(facts(host), List.of(), false, end);
  }

  private SessionFacts facts(Host host) {
    return new SessionFacts(
        host,
        SessionName.of("app-1"),
        false,
        Instant.EPOCH,
        Optional.empty(),
        false,
        workspace == WorkspaceKind.EMPTY
            ? Optional.empty()
            : Optional.of(new ProjectDirectory(Sources.at(project.toString()))),
        Optional.empty(),
        survey,
        new SessionOptions(
            workspace,
            etc,
            new HomeChoice.Persistent(),
            Sharing.SHARED,
            Sharing.SHARED,
            network,
            limits,
            confinement,
            shares,
            List.of(new Variable("MARK", "x")),
            List.of(),
            List.of(),
            masks,
            true,
            mountBase,
            Path.of(""),
            permissions,
            Notification.NONE,
            List.of("--env=MARK=x")),
        FirstProgram.command(List.of(), List.of("git", "log")),
        Optional.empty(),
        List.of(new Variable("TERM", "xterm")),
        new SessionHome(Optional.of(Path.of(HOME)), Optional.of(Path.of(HOME + ".lock"))),
        Seeding.none(Path.of("/home/alice")),
        login,
        ssh,
        caches,
        manager,
        new ProjectParts(
            above,
            survey.git() == DotGit.THERE ? List.of(Sources.at(project + "/.git")) : List.of(),
            sockets,
            Sources.at("/dev/null")),
        Sources.kept("/data/bawn", "/home/alice/.local/state/bawn"),
        Optional.empty(),
        List.of());
  }

  /** Returns the steps, one per line, from this option of bubblewrap on. */
  private static List<String> lines(SessionPlan plan) {
    List<String> lines = new ArrayList<>();
    plan.start()
        .mounts()
        .forEach(step -> lines.add(String.join(" ", BubblewrapArguments.of(List.of(step)))));
    return lines;
  }

  @Test
  void a_shared_login_is_mounted_beside_the_home() {
    Path logins = Path.of("/data/bawn/logins/tool");
    HomePath file = HomePath.of(".tool/auth.json");
    login =
        Optional.of(
            new SharedLogin(
                logins, new ToolLogin(List.of(file), Optional.empty(), List.of(file), List.of())));
    SessionPlan links = plan();
    assertTrue(lines(links).contains("--bind /data/bawn/logins/tool /run/login"));
    assertTrue(links.directories().contains(logins));
    assertTrue(
        String.join(" ", links.start().argv())
            .contains("/bin/sh /run/prepare-home --login .tool/auth.json "));

    login =
        Optional.of(
            new SharedLogin(
                logins,
                new ToolLogin(List.of(file), Optional.of("TOOL_DIR"), List.of(), List.of())));
    SessionPlan variable = plan();
    assertTrue(lines(variable).contains("--setenv TOOL_DIR /run/login/store"));
    assertFalse(String.join(" ", variable.start().argv()).contains("prepare-home"));
  }

  @Test
  void package_caches_are_mounted_beside_the_home_and_found_by_variables() {
    Path kept = Path.of("/data/bawn/caches/command/app/npm");
    caches =
        List.of(
            new PackageCache(
                PackageCache.Manager.NPM, Sources.at("/home/alice/.npm/_cacache"), kept),
            new PackageCache(PackageCache.Manager.GO, Sources.at("/home/alice/go/d"), kept));
    SessionPlan plan = plan();
    assertTrue(
        lines(plan)
            .containsAll(
                List.of(
                    "--overlay-src /home/alice/.npm/_cacache --overlay "
                        + kept
                        + "/upper "
                        + kept
                        + "/work /run/caches/npm/_cacache",
                    "--setenv npm_config_cache /run/caches/npm",
                    "--ro-bind /home/alice/go/d /run/caches/go",
                    "--setenv GOPROXY file:///run/caches/go,https://proxy.golang.org,direct")));
    assertTrue(
        plan.directories().containsAll(List.of(kept.resolve("upper"), kept.resolve("work"))));
  }

  @Test
  void a_sandbox_has_these_steps_in_this_order() {
    assertEquals(
        List.of(
            "--unshare-user",
            "--unshare-pid",
            "--unshare-ipc",
            "--unshare-uts",
            "--unshare-cgroup",
            "--die-with-parent",
            "--cap-drop ALL",
            "--uid 1000 --gid 100",
            "--hostname bawn",
            "--ro-bind /usr /usr",
            "--symlink usr/bin /bin",
            "--ro-bind /opt /opt",
            "--perms 0755 --tmpfs /run",
            "--ro-bind " + DIRECTORY + "/etc/group /etc/group",
            "--ro-bind " + DIRECTORY + "/etc/hosts /etc/hosts",
            "--ro-bind " + DIRECTORY + "/etc/machine-id /etc/machine-id",
            "--ro-bind " + DIRECTORY + "/etc/nsswitch.conf /etc/nsswitch.conf",
            "--ro-bind " + DIRECTORY + "/etc/passwd /etc/passwd",
            "--ro-bind /etc/ssl/certs /etc/ssl/certs",
            "--ro-bind /run/systemd/resolve/stub-resolv.conf /etc/resolv.conf",
            "--proc /proc",
            "--dev /dev",
            "--perms 1777 --tmpfs /dev/shm",
            "--perms 1777 --tmpfs /tmp",
            "--perms 1777 --tmpfs /var/tmp",
            "--ro-bind /home/alice/.cargo/bin /home/alice/.cargo/bin",
            "--bind " + HOME + " /home/agent",
            "--overlay-src /home/alice/app --overlay "
                + KEPT
                + "upper "
                + KEPT
                + "work /home/alice/app",
            "--clearenv",
            "--setenv HOME /home/agent",
            "--setenv PATH /home/alice/.cargo/bin:/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin"
                + ":/usr/bin:/sbin:/home/agent/.local/bin:/home/agent/.cargo/bin:/home/agent/go/bin",
            "--setenv USER agent",
            "--setenv LOGNAME agent",
            "--setenv SHELL /bin/bash",
            "--setenv LANG C.UTF-8",
            "--setenv GIT_CONFIG_COUNT 1",
            "--setenv GIT_CONFIG_KEY_0 core.sharedRepository",
            "--setenv GIT_CONFIG_VALUE_0 umask",
            "--setenv MARK x",
            "--setenv BAWN_SESSION app-1",
            "--setenv PROMPT_COMMAND [ \"$PS1\" != '\\s-\\v\\$ ' ] || PS1='app-1:\\w\\$ '",
            "--setenv PROMPT app-1:%~%# ",
            "--setenv debian_chroot app-1",
            "--remount-ro /",
            "--chdir /home/alice/app"),
        lines(plan()));
  }

  @Test
  void programs_that_replace_others_come_first_where_the_session_sees_them() {
    assertTrue(lines(plan()).stream().noneMatch(line -> line.contains("inside")));
    library = Path.of("/usr/lib/bawn");
    assertTrue(
        lines(plan()).stream()
            .anyMatch(line -> line.startsWith("--setenv PATH /usr/lib/bawn/inside:/home/alice/")));
  }

  @Test
  void what_the_stub_becomes_holds_the_locks_and_closes_sockets_in() {
    assertEquals(
        List.of(
            "/usr/bin/perl",
            "/lib/bawn/session",
            DIRECTORY,
            HOME + ".lock",
            "-",
            "/lib/bawn/nested.bpf",
            KEPT + "upper",
            "closed",
            "/lib/bawn/open-mounts",
            "/usr/bin/bwrap",
            "--args",
            "9",
            "--seccomp",
            "8",
            "--json-status-fd",
            "7",
            "--",
            "/usr/bin/env",
            "--default-signal=HUP,INT,QUIT,TERM,USR1,USR2"),
        plan().start().argv());
  }

  @Test
  void the_end_names_changes_where_they_are_kept_apart() {
    end =
        new SessionEnd(
            false, false, List.of(), List.of("bell", "LANG=C"), List.of("HOME=/home/alice"));
    List<String> argv = plan().start().argv();
    int at = argv.indexOf("--tell");
    assertEquals(
        List.of("--tell", "HOME=/home/alice", "/lib/bawn/open-mounts"), argv.subList(at, at + 3));
    workspace = WorkspaceKind.READONLY;
    assertFalse(plan().start().argv().contains("--tell"));
    end = new SessionEnd(true, true, List.of(), List.of(), List.of("HOME=/home/alice"));
    assertTrue(plan().start().argv().containsAll(List.of("--remove", "--tell")));
  }

  @Test
  void what_opens_the_mounts_is_told_which_files_they_are() {
    survey =
        new ProjectSurvey(
            DotGit.NONE,
            List.of(Path.of(".env")),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            Optional.empty());
    List<String> words = BubblewrapArguments.counted(plan().start().mounts());
    String all = String.join(" ", words);
    assertTrue(all.contains(" 4 --ro-bind 1:2 /usr /usr "), all);
    assertTrue(all.contains(" 4 --bind - " + HOME + " /home/agent "), all);
    assertTrue(
        all.contains(
            " 12 --overlay-src 1:2 /home/alice/app --overlay-src - "
                + KEPT
                + "masks --overlay - "
                + KEPT
                + "upper - "
                + KEPT
                + "work /home/alice/app "),
        all);
  }

  @Test
  void a_kernel_without_scopes_is_told_of() {
    landlock = LandlockScopes.OLD_KERNEL;
    assertEquals(
        List.of(
            "the session can connect to abstract sockets of this machine: this kernel is older than"
                + " Linux 6.12"),
        plan().notes());
  }

  @Test
  void a_plan_is_refused_without_landlock_when_confinement_is_required() {
    confinement = Confinement.REQUIRED;
    assertEquals("required", plan().start().argv().get(7));
    for (LandlockScopes missing : List.of(LandlockScopes.OLD_KERNEL, LandlockScopes.OFF)) {
      landlock = missing;
      network = NetworkPolicy.OPEN;
      assertThrows(Refused.class, this::plan);
      network = NetworkPolicy.NONE;
      assertTrue(plan().notes().isEmpty());
    }
  }

  @Test
  void a_file_of_somebody_elses_is_told_with_the_command_that_solves_it() {
    survey =
        new ProjectSurvey(
            DotGit.THERE,
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            Optional.of(new ProjectSurvey.Foreign(Path.of("a b/\u001b[2J"), true)));
    assertEquals(
        List.of(
            "'a b/?[2J' in the project belongs to another user or group: the session cannot change it, and reads it"
                + " only where its mode permits; to change it, use --workspace worktree or clone; if the file is for you alone: sudo chown -R 1000:100 $'/home/alice/app/a b/\\033[2J'; all such"
                + " files: bawn why app-1"),
        plan().notes());
    workspace = WorkspaceKind.READONLY;
    assertEquals(List.of(), plan().notes());
  }

  @Test
  void a_bound_project_keeps_its_git_and_is_one_sessions_at_a_time() {
    workspace = WorkspaceKind.BIND;
    assertThrows(Refused.class, this::plan);
    survey =
        new ProjectSurvey(
            DotGit.LINK,
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            Optional.empty());
    permissions = Set.of(Permission.BIND_ANYWAY);
    assertThrows(Refused.class, this::plan);
    survey =
        new ProjectSurvey(
            DotGit.THERE,
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            Optional.empty());
    SessionPlan plan = plan();
    int at = lines(plan).indexOf("--bind /home/alice/app /home/alice/app");
    assertEquals("--ro-bind /home/alice/app/.git /home/alice/app/.git", lines(plan).get(at + 1));
    sockets = List.of(Path.of("run/socket"));
    assertEquals("--ro-bind /dev/null /home/alice/app/run/socket", lines(plan()).get(at + 2));
    above = List.of(Sources.at("/home/alice/app/lib"));
    plan = plan();
    assertEquals(
        List.of(
            "--bind /home/alice/app /home/alice/app",
            "--bind /home/alice/app/lib /home/alice/app/lib",
            "--ro-bind /home/alice/app/.git /home/alice/app/.git"),
        lines(plan).subList(at, at + 3));
    assertTrue(plan.start().argv().contains("/lib/bawn/own.bpf"));
    assertTrue(lines(plan).contains("--disable-userns"));
    assertTrue(lines(plan).contains("--ro-bind /dev/null /proc/keys"));
    assertEquals("/home/alice/app", plan.start().argv().get(4));
  }

  @Test
  void masks_are_for_what_is_no_workspace_bind() {
    masks = new SessionMasks(true, false, List.of());
    workspace = WorkspaceKind.BIND;
    assertThrows(Refused.class, this::plan);
  }

  @Test
  void a_read_only_project_hides_by_a_layer_in_the_sessions_directory() {
    workspace = WorkspaceKind.READONLY;
    assertTrue(lines(plan()).contains("--ro-bind /home/alice/app /home/alice/app"));
    survey = hides(".env");
    SessionPlan plan = plan();
    Path layer = Path.of(DIRECTORY, "masks");
    assertEquals(Optional.of(layer), plan.masks());
    assertTrue(
        lines(plan)
            .contains(
                "--overlay-src /home/alice/app --overlay-src "
                    + layer
                    + " --ro-overlay /home/alice/app"));
  }

  private static ProjectSurvey hides(String... files) {
    List<Path> paths = Arrays.stream(files).map(Path::of).toList();
    return new ProjectSurvey(
        DotGit.THERE, paths, List.of(), paths, List.of(), List.of(), List.of(), Optional.empty());
  }

  @Test
  void a_start_names_the_files_that_only_a_mask_hides() {
    survey = masked(List.of(".env", "src"), List.of(".env"));
    assertEquals(Optional.of(".env (to show them: --show-secrets); also src"), plan().hidden());
    survey = masked(List.of("src"), List.of());
    assertEquals(Optional.of("src"), plan().hidden());
  }

  private static ProjectSurvey masked(List<String> masked, List<String> secrets) {
    return new ProjectSurvey(
        DotGit.THERE,
        masked.stream().map(Path::of).toList(),
        List.of(),
        secrets.stream().map(Path::of).toList(),
        List.of(),
        List.of(),
        List.of(),
        Optional.empty());
  }

  @Test
  void a_start_names_the_secrets_that_are_hidden_or_not() {
    survey = hides(".env", "conf/key.pem");
    assertEquals(Optional.of(".env, conf/key.pem (to show them: --show-secrets)"), plan().hidden());
    workspace = WorkspaceKind.BIND;
    survey =
        new ProjectSurvey(
            DotGit.THERE,
            List.of(),
            List.of(),
            survey.secrets(),
            List.of(),
            List.of(),
            List.of(),
            Optional.empty());
    assertEquals(Optional.empty(), plan().hidden());
    assertTrue(
        plan()
            .notes()
            .contains("the workspace 'bind' hides nothing: the session sees .env, conf/key.pem"));
  }

  @Test
  void nothing_is_shown_below_what_a_session_can_write() {
    toolchains = List.of(Sources.at("/home/alice/app/bin"), Sources.at("/home/agent/bin"));
    assertTrue(lines(plan()).stream().noneMatch(line -> line.contains("/bin /home/a")));
    for (String at : List.of("/home/alice/app/x", "/home/agent/x", "/home/agent")) {
      shares.clear();
      shares.add(new Share(Sources.at("/srv/x"), Path.of(at), Share.Manner.READ_ONLY));
      assertThrows(Refused.class, this::plan, at);
    }
    shares.clear();
    shares.add(new Share(Sources.at("/srv/x"), Path.of("/srv/x"), Share.Manner.WRITABLE));
    shares.add(new Share(Sources.at("/srv/y"), Path.of("/srv/x/y"), Share.Manner.READ_ONLY));
    assertThrows(Refused.class, this::plan);
  }

  @Test
  void a_project_in_the_place_of_the_home_moves_the_home() {
    project = Path.of("/home/agent/app");
    assertTrue(lines(plan()).contains("--setenv HOME /home/bawn"));
  }

  @Test
  void a_session_that_can_log_in_gets_the_socket_of_an_agent_and_no_key() {
    ssh =
        new SshAccess(
            List.of(
                new SshAccess.SshHost(
                    "forge",
                    "forge.example",
                    "2222",
                    "git",
                    "gate",
                    List.of("ssh-ed25519 AAAA"),
                    List.of(Path.of("/home/alice/.ssh/id")))));
    SessionPlan plan = plan();
    List<String> lines = lines(plan);
    assertTrue(
        lines.containsAll(
            List.of(
                "--ro-bind /home/alice/.local/state/bawn/sessions/app-1/ssh /run/ssh",
                "--setenv SSH_AUTH_SOCK /run/ssh/agent")),
        lines.toString());
    assertTrue(lines.stream().noneMatch(line -> line.contains(".ssh")), lines.toString());
    assertEquals(
        "Host forge forge.example\n  CheckHostIP no\n  HostKeyAlias forge\n"
            + "  HostName forge.example\n  IdentitiesOnly yes\n  Port 2222\n  ProxyJump gate\n  StrictHostKeyChecking yes\n"
            + "  User git\n  IdentityFile /run/ssh/key-1\n",
        plan.etc().get("ssh/ssh_config"));
    assertEquals("forge ssh-ed25519 AAAA\n", plan.etc().get("ssh/ssh_known_hosts"));
    List<String> argv = plan.start().argv();
    assertEquals("forge=/home/alice/.ssh/id", argv.get(argv.indexOf("--ssh") + 1));
  }

  @Test
  void two_names_of_a_host_have_a_key_each() {
    Path key = Path.of("/home/alice/.ssh/id");
    SshAccess.SshHost forge =
        new SshAccess.SshHost("forge", "forge", "22", "git", "", List.of("k"), List.of(key));
    SshAccess.SshHost work =
        new SshAccess.SshHost(
            "work", "forge", "22", "git", "", List.of("k"), List.of(Path.of("/w"), key));
    ssh = new SshAccess(List.of(work, forge));
    String settings = plan().etc().get("ssh/ssh_config");
    // "ssh forge" means the host of this name
    assertTrue(settings.startsWith("Host work\n"), settings);
    assertTrue(
        settings.contains(
            "  IdentityFile /run/ssh/key-1\n  IdentityFile /run/ssh/key-2\nHost forge\n"),
        settings);
    assertTrue(settings.endsWith("  IdentityFile /run/ssh/key-2\n"), settings);
  }

  @Test
  void a_session_with_an_identity_reads_its_key_and_signs_each_commit() {
    assertEquals(Optional.empty(), plan().identity());
    assertFalse(plan().etc().containsKey("gitconfig"));
    permissions = Set.of(Permission.IDENTITY);
    String identity = "/home/alice/.local/state/bawn/sessions/app-1/identity";
    SessionPlan plan = plan();
    assertEquals(Optional.of(Path.of(identity)), plan.identity());
    assertTrue(lines(plan).contains("--ro-bind " + identity + " /run/identity"));
    assertEquals(
        "[user]\n\tsigningkey = /run/identity/key\n[gpg]\n\tformat = ssh\n[gpg \"ssh\"]\n"
            + "\tallowedSignersFile = /run/identity/allowed_signers\n[commit]\n\tgpgsign = true\n",
        plan.etc().get("gitconfig"));
    for (EtcKind kind : List.of(EtcKind.FULL, EtcKind.NONE)) {
      etc = kind;
      assertThrows(Refused.class, this::plan);
    }
  }

  @Test
  void options_change_the_steps_of_the_sandbox() {
    network = NetworkPolicy.NONE;
    permissions = Set.of(Permission.NO_NESTED, Permission.ROOT_INSIDE);
    mountBase = Optional.of(Path.of("/work"));
    etc = EtcKind.NONE;
    List<String> lines = lines(plan());
    assertTrue(
        lines.containsAll(
            List.of("--unshare-net", "--disable-userns", "--uid 0 --gid 0", "--chdir /work/app")));
    assertTrue(lines.stream().noneMatch(line -> line.contains(" /etc/")));
    assertEquals("/lib/bawn/own.bpf", plan().start().argv().get(5));
  }

  @Test
  void an_empty_workspace_is_kept_apart() {
    workspace = WorkspaceKind.EMPTY;
    assertTrue(lines(plan()).contains("--bind " + KEPT + "files /work/app-1"));
    assertEquals(Optional.of(Path.of(KEPT + "files")), plan().session().changes());
  }

  @Test
  void limits_belong_to_a_scope_of_systemd_where_it_has_the_controllers() {
    limits = new ResourceLimits(1L << 30, 150, 100);
    manager = new UserManager(Set.of("cpu", "memory", "pids"));
    List<String> argv = plan().start().argv();
    assertEquals(
        List.of(
            "--limit",
            "MemoryMax=1073741824",
            "--limit",
            "MemorySwapMax=0",
            "--limit",
            "CPUQuotaPerSecUSec=1500000",
            "--limit",
            "TasksMax=108"),
        argv.subList(argv.indexOf("--limit"), argv.lastIndexOf("--limit") + 2));
    assertFalse(argv.contains("/usr/bin/prlimit"));
    assertEquals(List.of(), plan().notes());
  }

  @Test
  void without_a_controller_a_limit_holds_each_process_and_the_plan_says_so() {
    limits = new ResourceLimits(1L << 30, 150, 100);
    manager = new UserManager(Set.of("pids"));
    List<String> argv = plan().start().argv();
    assertEquals("TasksMax=108", argv.get(argv.indexOf("--limit") + 1));
    int inside = argv.indexOf("/usr/bin/prlimit");
    assertEquals(
        List.of("--data=1073741824:1073741824", "--"), argv.subList(inside + 1, inside + 3));
    assertEquals(
        List.of(
            "systemd cannot limit your sessions on this machine, so the memory limit holds for each"
                + " process, not for all of them together, and the limit of processor time has no effect"),
        plan().notes());
  }

  @Test
  void without_systemd_the_kernel_counts_the_processes_inside() {
    limits = new ResourceLimits(0, 0, 100);
    List<String> argv = plan().start().argv();
    assertFalse(argv.contains("--limit"));
    assertTrue(argv.contains("--nproc=100:100"));
    assertEquals(List.of(), plan().notes());
  }
}
