package dev.bawn.launcher.machine;

import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.process.LandlockScopes;
import dev.bawn.launcher.mount.MountSource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/**
 * The facts about the machine for an unprivileged session.
 *
 * @param uid the caller
 * @param gid the caller's group
 * @param home the caller's, without links
 * @param path the caller's PATH, in order
 * @param shell the best shell that every session has
 * @param bubblewrap the program that makes sandboxes
 * @param topLinks names in / that are links, such as /bin, with their targets
 * @param system the visible parts of the system
 * @param toolchains the visible programs of the caller, each at its own path
 * @param personal the files of the caller that options can mount
 * @param landlock whether Landlock can block abstract sockets and signals
 * @param notShown a sentence for each path of the caller that no session gets
 */
public record Host(
    Uid uid,
    Uid gid,
    Path home,
    List<Path> path,
    Path shell,
    Bubblewrap bubblewrap,
    SortedMap<String, String> topLinks,
    SystemFiles system,
    List<MountSource> toolchains,
    Personal personal,
    LandlockScopes landlock,
    List<String> notShown) {

  public Host {
    path = List.copyOf(path);
    toolchains = List.copyOf(toolchains);
    notShown = List.copyOf(notShown);
  }

  /** The same machine with another shell for sessions. */
  public Host with(Path other) {
    return new Host(
        uid,
        gid,
        home,
        path,
        other,
        bubblewrap,
        topLinks,
        system,
        toolchains,
        personal,
        landlock,
        notShown);
  }

  /** The paths of the machine that every session sees, each at its own path, without /etc. */
  public List<Path> shown() {
    List<Path> shown = new ArrayList<>();
    shown.add(Path.of("/usr"));
    topLinks.keySet().forEach(name -> shown.add(Path.of(name)));
    system.directories().forEach(directory -> shown.add(directory.named()));
    toolchains.forEach(program -> shown.add(program.named()));
    return shown;
  }
}
