package dev.bawn.admin.recipe;

import dev.bawn.contract.agent.AllowedCommand;
import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.Execution;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.NetworkPolicy;
import dev.bawn.contract.agent.ProgramList;
import dev.bawn.contract.identity.CommitSigning;
import dev.bawn.contract.layout.Generation;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.sandbox.HostPath;
import dev.bawn.contract.sandbox.InsidePath;
import dev.bawn.contract.sandbox.MountOrder;
import dev.bawn.contract.sandbox.Namespace;
import dev.bawn.contract.sandbox.SandboxStep;
import dev.bawn.contract.sandbox.ShellPrompt;
import dev.bawn.contract.sandbox.WritablePlaces;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Plans the steps of the sandbox of one agent on one project, in the order in which they are
 * executed. Reads no file: {@link Machine} contains all data about the machine.
 */
public final class RecipePlanner {

  /** The directories of the machine that all sessions see as a whole. */
  private static final List<String> SHOWN = List.of("/usr/lib", "/usr/share");

  /** The same, if the machine has them. */
  private static final List<String> SHOWN_IF_PRESENT =
      List.of("/usr/lib32", "/usr/lib64", "/usr/include");

  /**
   * The files of the machine's /etc that a session sees: name resolution, time zone, certificates
   * and the cache of the dynamic linker.
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
   * @param layout with home directories, mirrors and scratch directories
   * @param manifest the policy
   * @param generation the policy directory of the recipe, whose paths the recipe contains
   * @param machine the parts of the machine that the session sees
   * @param programs the directory that is mounted at /usr/bin
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
   * Returns all steps of a sandbox.
   *
   * @param assignment the project
   * @param instructions names at the top of the project over which root's instructions are mounted
   */
  public List<SandboxStep> plan(Assignment assignment, List<String> instructions) {
    WritablePlaces writable = writable(assignment);
    List<SandboxStep> steps = new ArrayList<>();
    isolate(steps);
    programs(steps);
    etc(steps);
    kernelFileSystems(steps, writable);
    identity(steps);
    workspace(steps, assignment, instructions, writable);
    environment(steps, assignment);
    steps.add(new SandboxStep.MakeReadOnly(new InsidePath("/")));
    steps.add(new SandboxStep.WorkingDirectory(InsidePath.project(assignment.id())));
    return MountOrder.checked(steps);
  }

  /** Returns all directories that a session on this project can write to. */
  public WritablePlaces writable(Assignment assignment) {
    return WritablePlaces.of(layout, generation, manifest, assignment, machine.unpacked());
  }

  private void isolate(List<SandboxStep> steps) {
    for (Namespace namespace :
        List.of(Namespace.USER, Namespace.PID, Namespace.IPC, Namespace.UTS, Namespace.CGROUP)) {
      steps.add(new SandboxStep.Unshare(namespace));
    }
    if (manifest.network() == NetworkPolicy.NONE) {
      steps.add(new SandboxStep.Unshare(Namespace.NETWORK));
    }
    steps.add(new SandboxStep.DisableUserNamespaces());
    steps.add(new SandboxStep.DieWithParent());
    steps.add(new SandboxStep.DropCapabilities());
    steps.add(new SandboxStep.RunAs(manifest.uid(), manifest.gid()));
    steps.add(new SandboxStep.Hostname("bawn"));
  }

  private void programs(List<SandboxStep> steps) {
    SHOWN.forEach(each -> steps.add(SandboxStep.readOnly(each)));
    for (String each : SHOWN_IF_PRESENT) {
      if (!machine.topLinks().containsKey(each)) {
        steps.add(SandboxStep.readOnlyIfPresent(each));
      }
    }
    machine
        .topLinks()
        .forEach((at, target) -> steps.add(new SandboxStep.Symlink(target, new InsidePath(at))));
    steps.add(SandboxStep.readOnly(programs, ProgramList.SHOWN_AT));
    Stream.concat(machine.trees().stream(), machine.programs().stream())
        .filter(path -> !isShownAsLibrary(path) && !ProgramList.takes(path))
        .forEach(path -> steps.add(SandboxStep.readOnly(path)));
    machine
        .links()
        .forEach((at, target) -> {
          if (!ProgramList.takes(at)) {
            steps.add(new SandboxStep.Symlink(target, new InsidePath(at)));
          }
        });
    steps.add(SandboxStep.readOnly("/usr/bin/env", "/.bawn/env"));
    steps.add(
        new SandboxStep.Bind(
            SandboxStep.Manner.READ_ONLY_IF_PRESENT,
            new HostPath("/usr/bin/aa-exec"),
            new InsidePath("/.bawn/aa-exec")));
    steps.add(SandboxStep.readOnly(generation.bin().toString()));
  }

  /** Tells whether a path is in one of the library directories, which are mounted as a whole. */
  private static boolean isShownAsLibrary(String path) {
    return path.startsWith("/usr/lib/")
        || path.startsWith("/usr/lib32/")
        || path.startsWith("/usr/lib64/");
  }

  private void etc(List<SandboxStep> steps) {
    for (String name : GeneratedEtc.NAMES) {
      steps.add(SandboxStep.readOnly(generation.etc().resolve(name), "/etc/" + name));
    }
    machine
        .etc()
        .keySet()
        .forEach(path ->
            steps.add(
                SandboxStep.readOnly(
                    generation.etc().resolve(ToolEtc.name(path)), "/etc/" + path)));
    HOST_ETC.forEach(path -> steps.add(SandboxStep.readOnlyIfPresent(path)));
    machine.configuration().forEach(path -> steps.add(SandboxStep.readOnlyIfPresent(path)));
  }

  /** Tells whether all sessions of agents see a path of the machine. */
  public static boolean isShown(String path) {
    return Stream.of(SHOWN, SHOWN_IF_PRESENT, HOST_ETC)
        .flatMap(List::stream)
        .anyMatch(shown -> path.equals(shown) || path.startsWith(shown + "/"));
  }

  private static void kernelFileSystems(List<SandboxStep> steps, WritablePlaces writable) {
    steps.add(new SandboxStep.Processes(new InsidePath("/proc")));
    steps.add(new SandboxStep.Devices(new InsidePath("/dev")));
    writable.memory().forEach(place -> steps.add(place.step()));
    steps.add(new SandboxStep.MakeReadOnly(new InsidePath("/dev")));
  }

  /** Mounts the key for commits in {@code /run}, which is new memory: it contains no link yet. */
  private void identity(List<SandboxStep> steps) {
    if (manifest.identity().isPresent()) {
      Path from = layout.identity(manifest.agent());
      steps.add(bind(SandboxStep.Manner.KEPT_READ_ONLY, from, CommitSigning.INSIDE.toString()));
    }
  }

  private void workspace(
      List<SandboxStep> steps,
      Assignment assignment,
      List<String> instructions,
      WritablePlaces writable) {
    String project = InsidePath.project(assignment.id()).text();
    boolean isOverlay = writable.isOverlay();
    steps.add(
        isOverlay
            ? writable.project().step()
            : SandboxStep.readOnly(layout.mirror(assignment.mirror()), project));
    // the lower layer of an overlay contains these mount points, and each session mounts over them
    SandboxStep.Manner shown =
        isOverlay ? SandboxStep.Manner.KEPT_READ_ONLY : SandboxStep.Manner.READ_ONLY;
    steps.add(
        bind(shown, generation.directory().resolve(AgentSettings.DIRECTORY), project + "/.claude"));
    for (String name : instructions) {
      Path file = generation.directory().resolve(Instructions.fileName(assignment.id()));
      steps.add(bind(shown, file, project + "/" + name));
    }
    steps.add(
        bind(
            isOverlay ? SandboxStep.Manner.KEPT_IN_PLACE : SandboxStep.Manner.WRITABLE,
            writable.scratch().from(),
            writable.scratch().at().text()));
    steps.add(writable.home().step());
  }

  private static SandboxStep bind(SandboxStep.Manner manner, Path from, String to) {
    return new SandboxStep.Bind(manner, new HostPath(from.toString()), new InsidePath(to));
  }

  private void environment(List<SandboxStep> steps, Assignment assignment) {
    String agent = manifest.agent().text();
    steps.add(new SandboxStep.SetEnvironment("HOME", InsidePath.HOME.text()));
    steps.add(new SandboxStep.SetEnvironment("PATH", generation.bin().toString()));
    steps.add(new SandboxStep.SetEnvironment("USER", agent));
    steps.add(new SandboxStep.SetEnvironment("LOGNAME", agent));
    steps.add(new SandboxStep.SetEnvironment("SHELL", shell()));
    // programs of Debian would start "pager", which is not an allowed program
    steps.add(new SandboxStep.SetEnvironment("PAGER", target("less").isPresent() ? "less" : "cat"));
    steps.add(new SandboxStep.SetEnvironment("LANG", "C.UTF-8"));
    steps.add(new SandboxStep.SetEnvironment(NotAllowed.FILE_VARIABLE, "/etc/" + NotAllowed.FILE));
    steps.add(
        new SandboxStep.SetEnvironment(
            NotAllowed.FUNCTION_VARIABLE, NotAllowed.function(manifest.agent())));
    if (manifest.execution() == Execution.COMPILED) {
      steps.add(new SandboxStep.SetEnvironment("TMPDIR", WritablePlaces.COMPILED.text()));
    }
    machine
        .variables()
        .forEach((name, value) -> steps.add(new SandboxStep.SetEnvironment(name, value)));
    manifest
        .variables()
        .forEach((name, value) -> steps.add(new SandboxStep.SetEnvironment(name, value)));
    steps.add(new SandboxStep.SetEnvironment("BAWN_SESSION", agent + "/" + assignment.id()));
    steps.addAll(ShellPrompt.of(agent + "/" + assignment.id()));
  }

  /** Returns the best allowed shell; sudo would set nologin, which some tools then start. */
  private String shell() {
    return target("bash").or(() -> target("sh")).orElse("/usr/sbin/nologin");
  }

  /** Returns the program of a command, if it is allowed. */
  private Optional<String> target(String name) {
    return manifest.commands().stream()
        .filter(command -> command.name().text().equals(name))
        .map(AllowedCommand::target)
        .findFirst();
  }
}
