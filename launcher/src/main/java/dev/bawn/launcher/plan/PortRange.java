package dev.bawn.launcher.plan;

import dev.bawn.contract.sandbox.SandboxStep;
import java.util.List;

/**
 * Ports that bawn gives to one running session at a time. Nothing keeps a session from others.
 *
 * @param first of them
 * @param count how many
 */
public record PortRange(int first, int count) {

  /** The variable with the first port. */
  public static final String BASE = "BAWN_PORT_BASE";

  /** The variable with the number of ports. */
  public static final String COUNT = "BAWN_PORT_COUNT";

  /** The last of them. */
  public int last() {
    return first + count - 1;
  }

  /** Whether a port is in both. */
  public boolean overlaps(PortRange other) {
    return first <= other.last() && other.first <= last();
  }

  /** By which the session learns of them. */
  List<SandboxStep> variables() {
    return List.of(
        new SandboxStep.SetEnvironment(BASE, Integer.toString(first)),
        new SandboxStep.SetEnvironment(COUNT, Integer.toString(count)));
  }
}
