package dev.bawn.contract.trust;

import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.layout.Generation;
import java.util.List;
import java.util.stream.Stream;

/**
 * A policy and one of its projects whose links V1 to V11 are valid. Only {@link TrustChain} makes
 * one, and bawn plans no agent session without one.
 */
public final class VerifiedStart {

  private final Verified verified;
  private final Assignment assignment;
  private final Finding project;

  VerifiedStart(Verified verified, Assignment assignment, Finding project) {
    this.verified = verified;
    this.assignment = assignment;
    this.project = project;
  }

  /** The policy. */
  public Manifest manifest() {
    return verified.manifest();
  }

  /** The project. */
  public Assignment assignment() {
    return assignment;
  }

  /** The directory of the policy. */
  public Generation generation() {
    return verified.generation();
  }

  /** The findings, in the order of the steps. */
  public List<Finding> findings() {
    return Stream.concat(verified.findings().stream(), Stream.of(project)).toList();
  }

  /** Tells whether the kernel confines this agent with AppArmor. */
  public boolean isConfinedByKernel() {
    return verified.isConfinedByKernel();
  }
}
