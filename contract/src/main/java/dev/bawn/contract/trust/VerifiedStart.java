package dev.bawn.contract.trust;

import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.layout.Generation;
import java.util.List;
import java.util.stream.Stream;

/**
 * A sealed state and one of its projects whose links V1 to V11 hold. Only {@link TrustChain} makes
 * one, and bawn plans no session of an agent without one.
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

  /** What root decided. */
  public Manifest manifest() {
    return verified.manifest();
  }

  /** The project. */
  public Assignment assignment() {
    return assignment;
  }

  /** The directory that the manifest was read from. */
  public Generation generation() {
    return verified.generation();
  }

  /** What was seen on the way, in the order of the steps. */
  public List<Finding> findings() {
    return Stream.concat(verified.findings().stream(), Stream.of(project)).toList();
  }

  /** Whether the kernel confines this agent with AppArmor. */
  public boolean isConfinedByKernel() {
    return verified.isConfinedByKernel();
  }
}
