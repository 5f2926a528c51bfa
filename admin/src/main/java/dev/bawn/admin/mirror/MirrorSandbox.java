package dev.bawn.admin.mirror;

import dev.bawn.contract.agent.ProjectPath;
import dev.bawn.contract.sandbox.InsidePath;
import dev.bawn.contract.sandbox.Mode;
import dev.bawn.contract.sandbox.MountOrder;
import dev.bawn.contract.sandbox.Namespace;
import dev.bawn.contract.sandbox.SandboxStep;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The sandboxes of the processes that copy a project into its mirror. None of them has network
 * access.
 */
final class MirrorSandbox {

  private static final List<SandboxStep> SYSTEM =
      List.of(
          SandboxStep.readOnly("/usr"),
          new SandboxStep.Symlink("usr/bin", new InsidePath("/bin")),
          new SandboxStep.Symlink("usr/lib", new InsidePath("/lib")),
          new SandboxStep.Symlink("usr/lib64", new InsidePath("/lib64")));

  private static final List<SandboxStep> OWN =
      List.of(
          new SandboxStep.Processes(new InsidePath("/proc")),
          new SandboxStep.Devices(new InsidePath("/dev")),
          new SandboxStep.Scratchpad(new InsidePath("/tmp"), Mode.SHARED));

  private final Path library;

  /**
   * @param library the directory {@code lib/bawn}
   */
  MirrorSandbox(Path library) {
    this.library = library;
  }

  /** Returns the path of a program of bawn inside the sandbox. */
  static String inside(String program) {
    return "/run/bawn/" + program;
  }

  /**
   * For the process that lists: everything that the owner can read, because settings of git can be
   * in many directories; no writable directory, and no sockets in /run or /tmp.
   */
  List<SandboxStep> listing(ProjectPath project) {
    return seeing(project, "owner-list");
  }

  /** Starts the process that lists, after the check of owner-path. */
  ProcessBuilder listing(OwnerChild owner, ProjectPath project, List<String> command) {
    return checked(owner, project, listing(project), command);
  }

  /** Starts the process that watches. It sees the same as the one that lists. */
  ProcessBuilder watching(OwnerChild owner, ProjectPath project, List<String> command) {
    return checked(owner, project, seeing(project, "owner-watch"), command);
  }

  /**
   * Starts the process that sends commits. It sees the same as the one that lists, because a
   * repository can borrow objects from another one.
   */
  ProcessBuilder sendingHistory(OwnerChild owner, ProjectPath project, List<String> command) {
    return checked(owner, project, seeing(project, "owner-git"), command);
  }

  private ProcessBuilder checked(
      OwnerChild owner, ProjectPath project, List<SandboxStep> steps, List<String> command) {
    return owner.sandboxed(
        List.of(library.resolve("owner-path").toString(), project.text()), steps, command);
  }

  private List<SandboxStep> seeing(ProjectPath project, String program) {
    SandboxStep run = new SandboxStep.Scratchpad(new InsidePath("/run"), Mode.PUBLIC);
    List<SandboxStep> last = new ArrayList<>(List.of(run, program(program)));
    if (project.text().startsWith("/tmp/")) {
      last.add(SandboxStep.readOnlyIfPresent(project.text()));
    }
    return join(List.of(SandboxStep.readOnly("/")), OWN, last);
  }

  /** For the process that sends files: the project and the programs of the system. */
  List<SandboxStep> sending(ProjectPath project) {
    return join(
        SYSTEM,
        OWN,
        List.of(
            program("owner-send"), SandboxStep.readOnly(project.text(), "/project"), CLOSED_ROOT));
  }

  /**
   * For the process that receives: the mirror, which is the only writable directory without an
   * overlay, and the programs of the system.
   *
   * @param program the receiving program of bawn, by its path inside
   * @param overlay the directory of the overlay that has the mirror as its lower layer; empty if
   *     there is none
   */
  List<SandboxStep> receiving(Path mirror, String program, Optional<Path> overlay) {
    List<SandboxStep> last = new ArrayList<>();
    last.add(SandboxStep.readOnly(library.resolve(Path.of(program).getFileName()), program));
    last.add(SandboxStep.writable(mirror, "/mirror"));
    if (overlay.isPresent()) {
      last.add(program("mirror-overlay"));
      last.add(program("system-calls"));
      last.add(SandboxStep.writable(overlay.get(), "/overlay"));
    }
    last.add(CLOSED_ROOT);
    return join(SYSTEM, OWN, last);
  }

  private static final SandboxStep CLOSED_ROOT = new SandboxStep.MakeReadOnly(new InsidePath("/"));

  private SandboxStep program(String name) {
    return SandboxStep.readOnly(library.resolve(name), inside(name));
  }

  private static List<SandboxStep> join(
      List<SandboxStep> first, List<SandboxStep> then, List<SandboxStep> last) {
    Stream<SandboxStep> apart =
        Stream.concat(
            Arrays.stream(Namespace.values()).map(SandboxStep.Unshare::new),
            Stream.of(
                new SandboxStep.DisableUserNamespaces(),
                new SandboxStep.DieWithParent(),
                new SandboxStep.DropCapabilities()));
    return MountOrder.checked(
        Stream.concat(apart, Stream.of(first, then, last).flatMap(List::stream)).toList());
  }
}
