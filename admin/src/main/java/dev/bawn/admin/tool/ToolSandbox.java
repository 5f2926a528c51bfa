package dev.bawn.admin.tool;

import dev.bawn.contract.sandbox.InsidePath;
import dev.bawn.contract.sandbox.Mode;
import dev.bawn.contract.sandbox.MountOrder;
import dev.bawn.contract.sandbox.Namespace;
import dev.bawn.contract.sandbox.SandboxStep;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * The sandboxes of the processes that copy a tool: each sees the programs of the system and the
 * directory that it needs. Only npm has network access, and the files of /etc that are necessary
 * for it.
 */
final class ToolSandbox {

  /** The path of the tree inside the sandbox. */
  static final String TREE = "/tool";

  /** The path of npm's empty home directory inside the sandbox. */
  static final String HOME = "/home/npm";

  /** The files for host names, addresses and certificates, and root's settings for npm. */
  private static final List<String> NETWORK_ETC =
      List.of(
          "/etc/resolv.conf",
          "/etc/hosts",
          "/etc/nsswitch.conf",
          "/etc/ssl/certs",
          "/etc/ssl/openssl.cnf",
          "/etc/ca-certificates",
          "/etc/pki/tls/certs",
          "/etc/pki/ca-trust/extracted",
          "/etc/npmrc");

  private final Path library;

  /**
   * @param library the directory {@code lib/bawn}
   */
  ToolSandbox(Path library) {
    this.library = library;
  }

  /** Returns the path of a program of bawn inside the sandbox. */
  static String inside(String program) {
    return "/run/bawn/" + program;
  }

  /** For npm: network access, and a space that is empty at first. */
  List<SandboxStep> installing(BoundedSpace space) {
    List<SandboxStep> steps = closed(namespace -> namespace != Namespace.NETWORK);
    steps.add(SandboxStep.writable(space.temporary(), "/tmp"));
    // the /dev/shm of bubblewrap could use half of the memory
    steps.add(new SandboxStep.MakeReadOnly(new InsidePath("/dev")));
    NETWORK_ETC.forEach(path -> steps.add(SandboxStep.readOnlyIfPresent(path)));
    steps.add(SandboxStep.writable(space.home(), HOME));
    steps.add(SandboxStep.writable(space.tree(), TREE));
    steps.add(new SandboxStep.SetEnvironment("HOME", HOME));
    // node has its own certificates; those of the machine are trusted, too
    steps.add(
        new SandboxStep.SetEnvironment(
            "NODE_EXTRA_CA_CERTS", "/etc/ssl/certs/ca-certificates.crt"));
    return finished(steps, HOME);
  }

  /**
   * For the process that sends the tree.
   *
   * @param source the tree or file that is sent
   * @param place its path inside: {@code /source} or a file below it
   */
  List<SandboxStep> sending(Path source, String place) {
    List<SandboxStep> steps = alone();
    steps.add(program("tool-send"));
    steps.add(SandboxStep.readOnly(source, place));
    return finished(steps, "/source");
  }

  /** For the process that receives the tree, which is the only writable directory. */
  List<SandboxStep> receiving(Path tree) {
    List<SandboxStep> steps = alone();
    steps.add(program("tool-receive"));
    steps.add(SandboxStep.writable(tree, TREE));
    return finished(steps, TREE);
  }

  /** For running the tool to get its version. */
  List<SandboxStep> asking(Path tree) {
    List<SandboxStep> steps = alone();
    steps.add(SandboxStep.readOnly(tree, TREE));
    steps.add(new SandboxStep.SetEnvironment("HOME", "/tmp"));
    return finished(steps, "/tmp");
  }

  /** The common part: no network access, and a small space in memory for temporary files. */
  private static List<SandboxStep> alone() {
    List<SandboxStep> steps = closed(namespace -> true);
    steps.add(new SandboxStep.Scratchpad(new InsidePath("/tmp"), Mode.SHARED));
    return steps;
  }

  private static List<SandboxStep> closed(Predicate<Namespace> unshared) {
    List<SandboxStep> steps = new ArrayList<>();
    Arrays.stream(Namespace.values())
        .filter(unshared)
        .forEach(namespace -> steps.add(new SandboxStep.Unshare(namespace)));
    steps.add(new SandboxStep.DisableUserNamespaces());
    steps.add(new SandboxStep.DieWithParent());
    steps.add(new SandboxStep.DropCapabilities());
    steps.add(SandboxStep.readOnly("/usr"));
    for (String name : List.of("bin", "lib", "lib64")) {
      steps.add(new SandboxStep.Symlink("usr/" + name, new InsidePath("/" + name)));
    }
    steps.add(SandboxStep.readOnlyIfPresent("/etc/alternatives"));
    steps.add(new SandboxStep.Processes(new InsidePath("/proc")));
    steps.add(new SandboxStep.Devices(new InsidePath("/dev")));
    return steps;
  }

  private static List<SandboxStep> finished(List<SandboxStep> steps, String directory) {
    steps.add(new SandboxStep.MakeReadOnly(new InsidePath("/")));
    steps.add(new SandboxStep.WorkingDirectory(new InsidePath(directory)));
    return MountOrder.checked(steps);
  }

  private SandboxStep program(String name) {
    return SandboxStep.readOnly(library.resolve(name), inside(name));
  }
}
