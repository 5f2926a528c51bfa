package dev.bawn.contract.trust;

import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.layout.Generation;
import java.util.List;

/** A policy whose links V1 to V10 are valid. Only {@link TrustChain} makes one. */
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

  /** The policy. */
  public Manifest manifest() {
    return manifest;
  }

  /** The directory of the policy. */
  public Generation generation() {
    return generation;
  }

  /** The findings, in the order of the steps. */
  public List<Finding> findings() {
    return findings;
  }

  /** Tells whether the kernel confines this agent with AppArmor. */
  public boolean isConfinedByKernel() {
    return isConfinedByKernel;
  }
}
