package dev.bawn.launcher.record;

import dev.bawn.contract.sandbox.Namespace;
import dev.bawn.contract.sandbox.SandboxStep;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The plan of a session's start, for a command that joins it: not the plan of a start now.
 *
 * @param directory its directory
 * @param session its record
 * @param steps the steps that bubblewrap carried out
 * @param landlock whether Landlock blocks abstract sockets and signals
 * @param isScoped whether it is in a scope of systemd, which limits it
 * @param prlimit the limits of each process, as arguments of prlimit(1)
 * @param passed the names of the caller's variables
 */
public record StartedPlan(
    SessionDirectory directory,
    SessionRecord session,
    List<SandboxStep> steps,
    boolean landlock,
    boolean isScoped,
    List<String> prlimit,
    List<String> passed) {

  public StartedPlan {
    steps = List.copyOf(steps);
    prlimit = List.copyOf(prlimit);
    passed = List.copyOf(passed);
  }

  /** The variables that its sandbox sets, by name. */
  public Map<String, String> environment() {
    Map<String, String> environment = new LinkedHashMap<>();
    for (SandboxStep step : steps) {
      if (step instanceof SandboxStep.SetEnvironment(var name, var value)) {
        environment.put(name, value);
      }
    }
    return environment;
  }

  /** Tells whether the session may create user namespaces. */
  public boolean nests() {
    for (SandboxStep step : steps) {
      if (step instanceof SandboxStep.DisableUserNamespaces) {
        return false;
      }
    }
    return true;
  }

  /** Tells whether the session has the network of the host. */
  public boolean sharesNetwork() {
    for (SandboxStep step : steps) {
      if (step instanceof SandboxStep.Unshare(var namespace) && namespace == Namespace.NETWORK) {
        return false;
      }
    }
    return true;
  }
}
