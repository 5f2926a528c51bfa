package dev.bawn.contract.trust;

import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.failure.Step;
import dev.bawn.contract.layout.Generation;
import java.util.List;

/**
 * A sealed state of which every link holds.
 *
 * @param manifest what root decided
 * @param generation the directory that it was read from
 * @param findings what was seen on the way, in the order of the steps
 */
public record Verified(Manifest manifest, Generation generation, List<Finding> findings) {

  /** Whether the kernel confines this agent with AppArmor. */
  public boolean confinedByKernel() {
    return findings.stream()
        .noneMatch(finding ->
            finding.step() == Step.V10 && finding.sentence().equals(KernelLink.NO_APPARMOR));
  }
}
