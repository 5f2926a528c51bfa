package dev.bawn.contract.trust;

import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.layout.Generation;
import java.util.List;

/** A sealed state whose links V1 to V10 hold. Only {@link TrustChain} makes one. */
public final class Verified {

  private final Manifest manifest;
  private final Generation generation;
  private final List<Finding> findings;
  private final boolean isConfinedByKernel;

  Verified(
      Manifest manifest,
      Generation generation,
      List<Finding> findings,
      boolean isConfinedByKernel) {
    this.manifest = manifest;
    this.generation = generation;
    this.findings = List.copyOf(findings);
    this.isConfinedByKernel = isConfinedByKernel;
  }

  /** What root decided. */
  public Manifest manifest() {
    return manifest;
  }

  /** The directory that it was read from. */
  public Generation generation() {
    return generation;
  }

  /** What was seen on the way, in the order of the steps. */
  public List<Finding> findings() {
    return findings;
  }

  /** Whether the kernel confines this agent with AppArmor. */
  public boolean isConfinedByKernel() {
    return isConfinedByKernel;
  }
}
