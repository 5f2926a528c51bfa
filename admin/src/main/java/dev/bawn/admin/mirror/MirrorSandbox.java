package dev.bawn.admin.mirror;

import dev.bawn.contract.agent.ProjectPath;
import dev.bawn.contract.wall.InsidePath;
import dev.bawn.contract.wall.Mode;
import dev.bawn.contract.wall.Namespace;
import dev.bawn.contract.wall.Wall;
import dev.bawn.contract.wall.WallOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The walls of the three processes that make a mirror. None of them has a network. */
final class MirrorSandbox {

  private static final List<Wall> SYSTEM =
      List.of(
          Wall.readOnly("/usr"),
          new Wall.Symlink("usr/bin", new InsidePath("/bin")),
          new Wall.Symlink("usr/lib", new InsidePath("/lib")),
          new Wall.Symlink("usr/lib64", new InsidePath("/lib64")));

  private static final List<Wall> OWN =
      List.of(
          new Wall.Processes(new InsidePath("/proc")),
          new Wall.Devices(new InsidePath("/dev")),
          new Wall.Scratchpad(new InsidePath("/tmp"), Mode.SHARED));

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
  List<Wall> listing(ProjectPath project) {
    return seeing(project, "owner-list");
  }

  /** For watching: the same. */
  List<Wall> watching(ProjectPath project) {
    return seeing(project, "owner-watch");
  }

  /** For sending commits: the same, since a repository can borrow objects from another one. */
  List<Wall> sendingHistory(ProjectPath project) {
    return seeing(project, "owner-git");
  }

  private List<Wall> seeing(ProjectPath project, String program) {
    Wall run = new Wall.Scratchpad(new InsidePath("/run"), Mode.PUBLIC);
    List<Wall> last = new ArrayList<>(List.of(run, program(program)));
    if (project.text().startsWith("/tmp/")) {
      last.add(Wall.readOnlyIfPresent(project.text()));
    }
    return join(List.of(Wall.readOnly("/")), OWN, last);
  }

  /** For sending: the project and the system's programs. */
  List<Wall> sending(ProjectPath project) {
    return join(
        SYSTEM,
        OWN,
        List.of(program("owner-send"), Wall.readOnly(project.text(), "/project"), CLOSED_ROOT));
  }

  /**
   * For receiving: the mirror, which is all that can be written, and the system's programs.
   *
   * @param program which of ours receives, as it stands inside
   * @param overlay if the mirror is the lower layer of an overlay: the directory of that overlay
   */
  List<Wall> receiving(Path mirror, String program, Optional<Path> overlay) {
    List<Wall> last = new ArrayList<>();
    last.add(Wall.readOnly(library.resolve(Path.of(program).getFileName()), program));
    last.add(Wall.writable(mirror, "/mirror"));
    if (overlay.isPresent()) {
      last.add(program("mirror-overlay"));
      last.add(program("system-calls"));
      last.add(Wall.writable(overlay.get(), "/overlay"));
    }
    last.add(CLOSED_ROOT);
    return join(SYSTEM, OWN, last);
  }

  private static final Wall CLOSED_ROOT = new Wall.MakeReadOnly(new InsidePath("/"));

  private Wall program(String name) {
    return Wall.readOnly(library.resolve(name), inside(name));
  }

  private static List<Wall> join(List<Wall> first, List<Wall> then, List<Wall> last) {
    Stream<Wall> apart =
        Stream.concat(
            Arrays.stream(Namespace.values()).map(Wall.Unshare::new),
            Stream.of(
                new Wall.DisableUserNamespaces(),
                new Wall.DieWithParent(),
                new Wall.DropCapabilities()));
    return WallOrder.checked(
        Stream.concat(apart, Stream.of(first, then, last).flatMap(List::stream)).toList());
  }
}
