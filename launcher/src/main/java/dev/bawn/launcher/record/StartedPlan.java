package dev.bawn.launcher.record;

import dev.bawn.contract.wall.Namespace;
import dev.bawn.contract.wall.Wall;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How a session began, for who joins it: not as it would begin now.
 *
 * @param directory its directory
 * @param session its record
 * @param walls those that bubblewrap built
 * @param landlock whether abstract sockets and signals were closed in
 * @param isScoped whether it is in a scope of systemd, which limits it
 * @param prlimit the limits of each process, as arguments of prlimit(1)
 * @param passed the names of the variables that came from the caller
 */
public record StartedPlan(
    SessionDirectory directory,
    SessionRecord session,
    List<Wall> walls,
    boolean landlock,
    boolean isScoped,
    List<String> prlimit,
    List<String> passed) {

  public StartedPlan {
    walls = List.copyOf(walls);
    prlimit = List.copyOf(prlimit);
    passed = List.copyOf(passed);
  }

  /** The variables that its walls set, by name. */
  public Map<String, String> environment() {
    Map<String, String> environment = new LinkedHashMap<>();
    for (Wall wall : walls) {
      if (wall instanceof Wall.SetEnvironment(var name, var value)) {
        environment.put(name, value);
      }
    }
    return environment;
  }

  /** Whether it may make user namespaces. */
  public boolean nests() {
    for (Wall wall : walls) {
      if (wall instanceof Wall.DisableUserNamespaces) {
        return false;
      }
    }
    return true;
  }

  /** Whether it has the machine's network. */
  public boolean sharesNetwork() {
    for (Wall wall : walls) {
      if (wall instanceof Wall.Unshare(var namespace) && namespace == Namespace.NETWORK) {
        return false;
      }
    }
    return true;
  }
}
