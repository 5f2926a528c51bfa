package dev.bawn.launcher.machine;

import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.process.LandlockScopes;
import dev.bawn.launcher.mount.MountSource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/**
 * What a session under the caller's own uid needs to know of the machine.
 *
 * @param uid the caller
 * @param gid the caller's group
 * @param home the caller's home, without links
 * @param path the caller's PATH, in order
 * @param shell the best shell that every session has
 * @param bubblewrap what builds sandboxes here
 * @param topLinks names in / that are links, such as /bin, with the text of the link
 * @param system what sessions see of the system
 * @param toolchains what is shown of the caller's own programs, each at its own path
 * @param personal the files of the caller that options can mount
 * @param landlock whether sockets without a name and signals can be closed in
 * @param notShown what the caller has and no session is shown, a sentence each
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
