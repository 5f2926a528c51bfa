package dev.bawn.admin.mirror;

import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.wall.BubblewrapArguments;
import dev.bawn.contract.wall.HostPath;
import dev.bawn.contract.wall.InsidePath;
import dev.bawn.contract.wall.Mode;
import dev.bawn.contract.wall.Namespace;
import dev.bawn.contract.wall.Wall;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The process that writes a mirror: the uid of {@code bawn-mirror}, and walls in which nothing else
 * can be written, so that a sender which finds a hole in rsync has won a mirror of its own files.
 */
final class Receiver {

  private static final List<String> TOP_LINKS = List.of("bin", "lib", "lib32", "lib64");

  private final Uid uid;
  private final Uid gid;
  private final Path library;
  private final Path mirror;

  /**
   * @param uid of bawn-mirror
   * @param gid of its own group
   * @param library the directory {@code lib/bawn}
   * @param mirror the directory to be written
   */
  Receiver(Uid uid, Uid gid, Path library, Path mirror) {
    this.uid = uid;
    this.gid = gid;
    this.library = library;
    this.mirror = mirror;
  }

  ProcessBuilder process(List<String> mountPoints) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "/usr/bin/setpriv",
                "--reuid=" + uid,
                "--regid=" + gid,
                "--clear-groups",
                "--no-new-privs",
                "--inh-caps=-all",
                "--pdeathsig=KILL",
                "/usr/bin/setsid",
                "/usr/bin/bwrap"));
    words.addAll(BubblewrapArguments.of(walls()));
    words.addAll(List.of("--", "/.bawn/mirror-receive"));
    words.addAll(mountPoints);
    ProcessBuilder builder = new ProcessBuilder(words).directory(Path.of("/").toFile());
    builder.environment().clear();
    builder.environment().put("PATH", "/usr/bin:/bin");
    builder.environment().put("LC_ALL", "C");
    return builder;
  }

  private List<Wall> walls() {
    List<Wall> walls = new ArrayList<>();
    Arrays.stream(Namespace.values()).forEach(namespace -> walls.add(new Wall.Unshare(namespace)));
    walls.add(new Wall.DisableUserNamespaces());
    walls.add(new Wall.DieWithParent());
    walls.add(new Wall.DropCapabilities());
    walls.add(readOnly(Path.of("/usr"), "/usr"));
    for (String name : TOP_LINKS) {
      Path path = Path.of("/", name);
      if (Files.isSymbolicLink(path)) {
        walls.add(new Wall.Symlink("usr/" + name, new InsidePath("/" + name)));
      }
    }
    walls.add(readOnly(library.resolve("mirror-receive"), "/.bawn/mirror-receive"));
    walls.add(readOnly(library.resolve("mirror-pipe"), "/.bawn/mirror-pipe"));
    walls.add(new Wall.Processes(new InsidePath("/proc")));
    walls.add(new Wall.Devices(new InsidePath("/dev")));
    walls.add(new Wall.Scratchpad(new InsidePath("/tmp"), Mode.SHARED));
    walls.add(new Wall.BindWritable(new HostPath(mirror.toString()), new InsidePath("/mirror")));
    walls.add(new Wall.MakeReadOnly(new InsidePath("/")));
    return walls;
  }

  private static Wall readOnly(Path from, String to) {
    return new Wall.BindReadOnly(new HostPath(from.toString()), new InsidePath(to));
  }
}
