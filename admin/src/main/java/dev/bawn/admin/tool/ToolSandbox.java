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
 * The sandboxes of the children that bring a tool: each sees the system's programs and the one
 * place that it is for. Only npm has a network, and the little of /etc that one needs.
 */
final class ToolSandbox {

  /** Where the tree stands inside. */
  static final String TREE = "/tool";

  /** Where npm's empty home stands inside. */
  static final String HOME = "/home/npm";

  /** Names, addresses, certificates, and the settings that root made for npm. */
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

  /** Where a program of ours stands inside. */
  static String inside(String program) {
    return "/run/bawn/" + program;
  }

  /** For npm: the network, and a space to fill, which is empty at first. */
  List<SandboxStep> installing(BoundedSpace space) {
    List<SandboxStep> steps = closed(namespace -> namespace != Namespace.NETWORK);
    steps.add(SandboxStep.writable(space.temporary(), "/tmp"));
    // its /dev/shm would be as large as half of the memory
    steps.add(new SandboxStep.MakeReadOnly(new InsidePath("/dev")));
    NETWORK_ETC.forEach(path -> steps.add(SandboxStep.readOnlyIfPresent(path)));
    steps.add(SandboxStep.writable(space.home(), HOME));
    steps.add(SandboxStep.writable(space.tree(), TREE));
    steps.add(new SandboxStep.SetEnvironment("HOME", HOME));
    // node brings certificates of its own; those of the machine count, too
    steps.add(
        new SandboxStep.SetEnvironment(
            "NODE_EXTRA_CA_CERTS", "/etc/ssl/certs/ca-certificates.crt"));
    return finished(steps, HOME);
  }

  /**
   * For sending.
   *
   * @param source what is sent
   * @param place where it stands inside: {@code /source} or a file below it
   */
  List<SandboxStep> sending(Path source, String place) {
    List<SandboxStep> steps = alone();
    steps.add(program("tool-send"));
    steps.add(SandboxStep.readOnly(source, place));
    return finished(steps, "/source");
  }

  /** For receiving: the tree, which is all that can be written. */
  List<SandboxStep> receiving(Path tree) {
    List<SandboxStep> steps = alone();
    steps.add(program("tool-receive"));
    steps.add(SandboxStep.writable(tree, TREE));
    return finished(steps, TREE);
  }

  /** For asking the tool something. */
  List<SandboxStep> asking(Path tree) {
    List<SandboxStep> steps = alone();
    steps.add(SandboxStep.readOnly(tree, TREE));
    steps.add(new SandboxStep.SetEnvironment("HOME", "/tmp"));
    return finished(steps, "/tmp");
  }

  /** Without a network, and with room in memory for what is thrown away. */
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
