package dev.bawn.launcher.plan;

import dev.bawn.contract.sandbox.SandboxStep;
import java.util.List;

/**
 * Ports that bawn gives to one running session at a time. Nothing prevents other processes from
 * using them.
 *
 * @param first the first port
 * @param count the number of ports
 */
public record PortRange(int first, int count) {

  /** The variable with the first port. */
  public static final String BASE = "BAWN_PORT_BASE";

  /** The variable with the number of ports. */
  public static final String COUNT = "BAWN_PORT_COUNT";

  /** The last port. */
  public int last() {
    return first + count - 1;
  }

  /** Tells whether both ranges have a port in common. */
  public boolean overlaps(PortRange other) {
    return first <= other.last() && other.first <= last();
  }

  /** The variables with the ports. */
  List<SandboxStep> variables() {
    return List.of(
        new SandboxStep.SetEnvironment(BASE, Integer.toString(first)),
        new SandboxStep.SetEnvironment(COUNT, Integer.toString(count)));
  }
}
