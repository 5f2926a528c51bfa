package dev.bawn.admin.tool;

import dev.bawn.contract.wall.InsidePath;
import dev.bawn.contract.wall.Mode;
import dev.bawn.contract.wall.Namespace;
import dev.bawn.contract.wall.Wall;
import dev.bawn.contract.wall.WallOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * The walls of the children that bring a tool: each sees the system's programs and the one place
 * that it is for. Only npm has a network, and the little of /etc that one needs.
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
  List<Wall> installing(BoundedSpace space) {
    List<Wall> walls = closed(namespace -> namespace != Namespace.NETWORK);
    walls.add(Wall.writable(space.temporary(), "/tmp"));
    // its /dev/shm would be as large as half of the memory
    walls.add(new Wall.MakeReadOnly(new InsidePath("/dev")));
    NETWORK_ETC.forEach(path -> walls.add(Wall.readOnlyIfPresent(path)));
    walls.add(Wall.writable(space.home(), HOME));
    walls.add(Wall.writable(space.tree(), TREE));
    walls.add(new Wall.SetEnvironment("HOME", HOME));
    // node brings certificates of its own; those of the machine count, too
    walls.add(new Wall.SetEnvironment("NODE_EXTRA_CA_CERTS", "/etc/ssl/certs/ca-certificates.crt"));
    return finished(walls, HOME);
  }

  /**
   * For sending.
   *
   * @param source what is sent
   * @param place where it stands inside: {@code /source} or a file below it
   */
  List<Wall> sending(Path source, String place) {
    List<Wall> walls = alone();
    walls.add(program("tool-send"));
    walls.add(Wall.readOnly(source, place));
    return finished(walls, "/source");
  }

  /** For receiving: the tree, which is all that can be written. */
  List<Wall> receiving(Path tree) {
    List<Wall> walls = alone();
    walls.add(program("tool-receive"));
    walls.add(Wall.writable(tree, TREE));
    return finished(walls, TREE);
  }

  /** For asking the tool something. */
  List<Wall> asking(Path tree) {
    List<Wall> walls = alone();
    walls.add(Wall.readOnly(tree, TREE));
    walls.add(new Wall.SetEnvironment("HOME", "/tmp"));
    return finished(walls, "/tmp");
  }

  /** Without a network, and with room in memory for what is thrown away. */
  private static List<Wall> alone() {
    List<Wall> walls = closed(namespace -> true);
    walls.add(new Wall.Scratchpad(new InsidePath("/tmp"), Mode.SHARED));
    return walls;
  }

  private static List<Wall> closed(Predicate<Namespace> unshared) {
    List<Wall> walls = new ArrayList<>();
    Arrays.stream(Namespace.values())
        .filter(unshared)
        .forEach(namespace -> walls.add(new Wall.Unshare(namespace)));
    walls.add(new Wall.DisableUserNamespaces());
    walls.add(new Wall.DieWithParent());
    walls.add(new Wall.DropCapabilities());
    walls.add(Wall.readOnly("/usr"));
    for (String name : List.of("bin", "lib", "lib64")) {
      walls.add(new Wall.Symlink("usr/" + name, new InsidePath("/" + name)));
    }
    walls.add(Wall.readOnlyIfPresent("/etc/alternatives"));
    walls.add(new Wall.Processes(new InsidePath("/proc")));
    walls.add(new Wall.Devices(new InsidePath("/dev")));
    return walls;
  }

  private static List<Wall> finished(List<Wall> walls, String directory) {
    walls.add(new Wall.MakeReadOnly(new InsidePath("/")));
    walls.add(new Wall.WorkingDirectory(new InsidePath(directory)));
    return WallOrder.checked(walls);
  }

  private Wall program(String name) {
    return Wall.readOnly(library.resolve(name), inside(name));
  }
}
