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

/** The sandboxes of the three processes that make a mirror. None of them has a network. */
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

  /** Where a program of ours stands inside. */
  static String inside(String program) {
    return "/run/bawn/" + program;
  }

  /**
   * For listing: all that the owner can read, since the settings of git lie in many places, but
   * nothing that can be written, and no sockets in /run or /tmp.
   */
  List<SandboxStep> listing(ProjectPath project) {
    return seeing(project, "owner-list");
  }

  /** For watching: the same. */
  List<SandboxStep> watching(ProjectPath project) {
    return seeing(project, "owner-watch");
  }

  /** For sending commits: the same, since a repository can borrow objects from another one. */
  List<SandboxStep> sendingHistory(ProjectPath project) {
    return seeing(project, "owner-git");
  }

  private List<SandboxStep> seeing(ProjectPath project, String program) {
    SandboxStep run = new SandboxStep.Scratchpad(new InsidePath("/run"), Mode.PUBLIC);
    List<SandboxStep> last = new ArrayList<>(List.of(run, program(program)));
    if (project.text().startsWith("/tmp/")) {
      last.add(SandboxStep.readOnlyIfPresent(project.text()));
    }
    return join(List.of(SandboxStep.readOnly("/")), OWN, last);
  }

  /** For sending: the project and the system's programs. */
  List<SandboxStep> sending(ProjectPath project) {
    return join(
        SYSTEM,
        OWN,
        List.of(
            program("owner-send"), SandboxStep.readOnly(project.text(), "/project"), CLOSED_ROOT));
  }

  /**
   * For receiving: the mirror, which is all that can be written, and the system's programs.
   *
   * @param program which of ours receives, as it stands inside
   * @param overlay if the mirror is the lower layer of an overlay: the directory of that overlay
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
