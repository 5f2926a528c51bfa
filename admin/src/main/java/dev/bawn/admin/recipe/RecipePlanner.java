package dev.bawn.admin.recipe;

import dev.bawn.contract.agent.AllowedCommand;
import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.Execution;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.NetworkPolicy;
import dev.bawn.contract.agent.ProgramList;
import dev.bawn.contract.layout.Generation;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.wall.HostPath;
import dev.bawn.contract.wall.InsidePath;
import dev.bawn.contract.wall.Namespace;
import dev.bawn.contract.wall.ShellPrompt;
import dev.bawn.contract.wall.Wall;
import dev.bawn.contract.wall.WallOrder;
import dev.bawn.contract.wall.WritablePlaces;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The walls of a session of one agent on one project, in the order in which they are built. Pure:
 * whatever it needs to know of the machine is in {@link Machine}.
 */
public final class RecipePlanner {

  /**
   * Name resolution, time zone, certificates and the linker's cache: what of the host's /etc a
   * session sees.
   */
  private static final List<String> HOST_ETC =
      List.of(
          "/etc/resolv.conf",
          "/etc/localtime",
          "/etc/ld.so.cache",
          "/etc/ssl/certs",
          "/etc/ssl/openssl.cnf",
          "/etc/ca-certificates",
          "/etc/pki/tls/certs",
          "/etc/pki/ca-trust/extracted",
          "/etc/alternatives",
          "/etc/terminfo",
          "/etc/mime.types",
          "/etc/services",
          "/etc/protocols");

  private final SystemLayout layout;
  private final Manifest manifest;
  private final Generation generation;
  private final Machine machine;
  private final Path programs;

  /**
   * @param layout where homes, mirrors and scratch lie
   * @param manifest what root decided
   * @param generation the sealed directory that the recipe will lie in: it names its own
   *     generation's paths
   * @param machine what of this machine the session needs
   * @param programs the directory that the session has as /usr/bin
   */
  public RecipePlanner(
      SystemLayout layout,
      Manifest manifest,
      Generation generation,
      Machine machine,
      Path programs) {
    this.layout = layout;
    this.manifest = manifest;
    this.generation = generation;
    this.machine = machine;
    this.programs = programs;
  }

  /**
   * All walls of a session.
   *
   * @param assignment the project
   * @param instructions names of files at the project's top that show root's instructions instead
   */
  public List<Wall> plan(Assignment assignment, List<String> instructions) {
    WritablePlaces writable = writable(assignment);
    List<Wall> walls = new ArrayList<>();
    isolate(walls);
    programs(walls);
    etc(walls);
    kernelFileSystems(walls, writable);
    workspace(walls, assignment, instructions, writable);
    environment(walls, assignment);
    walls.add(new Wall.MakeReadOnly(new InsidePath("/")));
    walls.add(new Wall.WorkingDirectory(InsidePath.project(assignment.id())));
    return WallOrder.checked(walls);
  }

  /** All that a session on this project can write. */
  public WritablePlaces writable(Assignment assignment) {
    return WritablePlaces.of(layout, generation, manifest, assignment, machine.unpacked());
  }

  private void isolate(List<Wall> walls) {
    for (Namespace namespace :
        List.of(Namespace.USER, Namespace.PID, Namespace.IPC, Namespace.UTS, Namespace.CGROUP)) {
      walls.add(new Wall.Unshare(namespace));
    }
    if (manifest.network() == NetworkPolicy.NONE) {
      walls.add(new Wall.Unshare(Namespace.NETWORK));
    }
    walls.add(new Wall.DisableUserNamespaces());
    walls.add(new Wall.DieWithParent());
    walls.add(new Wall.DropCapabilities());
    walls.add(new Wall.RunAs(manifest.uid(), manifest.gid()));
    walls.add(new Wall.Hostname("bawn"));
  }

  private void programs(List<Wall> walls) {
    walls.add(Wall.readOnly("/usr/lib"));
    for (String lib : List.of("/usr/lib32", "/usr/lib64")) {
      if (!machine.topLinks().containsKey(lib)) {
        walls.add(Wall.readOnlyIfPresent(lib));
      }
    }
    walls.add(Wall.readOnly("/usr/share"));
    walls.add(Wall.readOnlyIfPresent("/usr/include"));
    machine
        .topLinks()
        .forEach((at, target) -> walls.add(new Wall.Symlink(target, new InsidePath(at))));
    walls.add(Wall.readOnly(programs, ProgramList.SHOWN_AT));
    Stream.concat(machine.trees().stream(), machine.programs().stream())
        .filter(path -> !isShownAsLibrary(path) && !ProgramList.takes(path))
        .forEach(path -> walls.add(Wall.readOnly(path)));
    machine
        .links()
        .forEach((at, target) -> {
          if (!ProgramList.takes(at)) {
            walls.add(new Wall.Symlink(target, new InsidePath(at)));
          }
        });
    walls.add(Wall.readOnly("/usr/bin/env", "/.bawn/env"));
    walls.add(
        new Wall.Bind(
            Wall.Manner.READ_ONLY_IF_PRESENT,
            new HostPath("/usr/bin/aa-exec"),
            new InsidePath("/.bawn/aa-exec")));
    walls.add(Wall.readOnly(generation.bin().toString()));
  }

  /** Whether it lies in one of the directories of libraries, which sessions see as a whole. */
  private static boolean isShownAsLibrary(String path) {
    return path.startsWith("/usr/lib/")
        || path.startsWith("/usr/lib32/")
        || path.startsWith("/usr/lib64/");
  }

  private void etc(List<Wall> walls) {
    for (String name : GeneratedEtc.NAMES) {
      walls.add(Wall.readOnly(generation.etc().resolve(name), "/etc/" + name));
    }
    machine
        .etc()
        .keySet()
        .forEach(path ->
            walls.add(Wall.readOnly(generation.etc().resolve(ToolEtc.name(path)), "/etc/" + path)));
    HOST_ETC.forEach(path -> walls.add(Wall.readOnlyIfPresent(path)));
    machine.configuration().forEach(path -> walls.add(Wall.readOnlyIfPresent(path)));
  }

  private static void kernelFileSystems(List<Wall> walls, WritablePlaces writable) {
    walls.add(new Wall.Processes(new InsidePath("/proc")));
    walls.add(new Wall.Devices(new InsidePath("/dev")));
    writable.memory().forEach(place -> walls.add(place.wall()));
    walls.add(new Wall.MakeReadOnly(new InsidePath("/dev")));
  }

  private void workspace(
      List<Wall> walls, Assignment assignment, List<String> instructions, WritablePlaces writable) {
    String project = InsidePath.project(assignment.id()).text();
    boolean isOverlay = writable.isOverlay();
    walls.add(
        isOverlay
            ? writable.project().wall()
            : Wall.readOnly(layout.mirror(assignment.mirror()), project));
    // the lower layer of an overlay has these mount points, and no session sees it without them
    Wall.Manner shown = isOverlay ? Wall.Manner.KEPT_READ_ONLY : Wall.Manner.READ_ONLY;
    walls.add(
        bind(shown, generation.directory().resolve(AgentSettings.DIRECTORY), project + "/.claude"));
    for (String name : instructions) {
      Path file = generation.directory().resolve(Instructions.fileName(assignment.id()));
      walls.add(bind(shown, file, project + "/" + name));
    }
    walls.add(
        bind(
            isOverlay ? Wall.Manner.KEPT_IN_PLACE : Wall.Manner.WRITABLE,
            writable.scratch().from(),
            writable.scratch().at().text()));
    walls.add(writable.home().wall());
  }

  private static Wall bind(Wall.Manner manner, Path from, String to) {
    return new Wall.Bind(manner, new HostPath(from.toString()), new InsidePath(to));
  }

  private void environment(List<Wall> walls, Assignment assignment) {
    String agent = manifest.agent().text();
    walls.add(new Wall.SetEnvironment("HOME", InsidePath.HOME.text()));
    walls.add(new Wall.SetEnvironment("PATH", generation.bin().toString()));
    walls.add(new Wall.SetEnvironment("USER", agent));
    walls.add(new Wall.SetEnvironment("LOGNAME", agent));
    walls.add(new Wall.SetEnvironment("SHELL", shell()));
    // programs of Debian would start "pager", which is no program of the agent's
    walls.add(new Wall.SetEnvironment("PAGER", target("less").isPresent() ? "less" : "cat"));
    walls.add(new Wall.SetEnvironment("LANG", "C.UTF-8"));
    walls.add(new Wall.SetEnvironment(NotAllowed.FILE_VARIABLE, "/etc/" + NotAllowed.FILE));
    walls.add(
        new Wall.SetEnvironment(
            NotAllowed.FUNCTION_VARIABLE, NotAllowed.function(manifest.agent())));
    if (manifest.execution() == Execution.COMPILED) {
      walls.add(new Wall.SetEnvironment("TMPDIR", WritablePlaces.COMPILED.text()));
    }
    machine.variables().forEach((name, value) -> walls.add(new Wall.SetEnvironment(name, value)));
    manifest.variables().forEach((name, value) -> walls.add(new Wall.SetEnvironment(name, value)));
    walls.add(new Wall.SetEnvironment("BAWN_SESSION", agent + "/" + assignment.id()));
    walls.add(ShellPrompt.of(agent + "/" + assignment.id()));
  }

  /**
   * The best shell of the allowlist; sudo would leave nologin there, which some tools then start.
   */
  private String shell() {
    return target("bash").or(() -> target("sh")).orElse("/usr/sbin/nologin");
  }

  /** The program behind a command, if the agent has it. */
  private Optional<String> target(String name) {
    return manifest.commands().stream()
        .filter(command -> command.name().text().equals(name))
        .map(AllowedCommand::target)
        .findFirst();
  }
}
