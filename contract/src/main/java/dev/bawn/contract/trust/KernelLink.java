package dev.bawn.contract.trust;

import dev.bawn.contract.agent.Confinement;
import dev.bawn.contract.agent.Execution;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.failure.BrokenLink;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.VerificationStep;
import dev.bawn.contract.layout.Generation;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.util.Optional;

/**
 * V10: the kernel enforces the signed policy. It publishes a digest of each compiled policy that it
 * loaded, so the chain reaches from the signature to the enforcement.
 */
public final class KernelLink {

  /** The sentence for a kernel without AppArmor, if the agent may start without it. */
  public static final String NO_APPARMOR =
      "this kernel has no AppArmor; noexec mounts, namespaces and seccomp confine the agent";

  private static final String COMPILES = " can execute files that it writes (--compiled)";

  private final KernelPolicies policies;

  /**
   * @param layout with {@code /sys}
   */
  public KernelLink(SystemLayout layout) {
    this.policies = new KernelPolicies(layout);
  }

  /** Tells whether this kernel enforces AppArmor policies. */
  public boolean hasAppArmor() {
    return policies.hasAppArmor();
  }

  /** Compares the loaded policy of one agent with its compiled one. */
  Finding check(Manifest manifest, SealedFiles files) {
    Finding finding = hasAppArmor() ? enforced(manifest, files) : without(manifest);
    return manifest.execution() != Execution.COMPILED
        ? finding
        : new Finding(
            VerificationStep.V10,
            Finding.Strength.WEAK,
            finding.sentence() + "; " + manifest.agent() + COMPILES);
  }

  private static Finding without(Manifest manifest) {
    if (manifest.confinement() == Confinement.REQUIRED) {
      throw broken(
          manifest.agent() + " must not start without AppArmor, and this kernel has none",
          "AppArmor enabled",
          "not enabled",
          "see how to enable it: sudo bawn-admin init");
    }
    return new Finding(VerificationStep.V10, Finding.Strength.WEAK, NO_APPARMOR);
  }

  private Finding enforced(Manifest manifest, SealedFiles files) {
    if (!manifest.files().containsKey(Generation.COMPILED_PROFILE)) {
      throw broken(
          manifest.agent() + " was signed on a kernel without AppArmor",
          "a compiled policy",
          "none",
          reload(manifest));
    }
    try {
      LoadedPolicy loaded = requireLoaded(manifest);
      if (!loaded.enforced()) {
        throw broken(
            "the AppArmor profile of " + manifest.agent() + " is not enforced",
            "mode enforce",
            "mode " + loaded.mode(),
            reload(manifest));
      }
      return compare(manifest, loaded, files.content(Generation.COMPILED_PROFILE));
    } catch (IOException e) {
      throw broken(
          "cannot see which AppArmor policy is loaded",
          "a readable " + policies.directory(),
          Failed.of(e).what(),
          "mount securityfs at /sys/kernel/security");
    }
  }

  private LoadedPolicy requireLoaded(Manifest manifest) throws IOException {
    String name = manifest.agent().profileName();
    Optional<LoadedPolicy> loaded = policies.loaded(name);
    return loaded.orElseThrow(() ->
        broken(
            "the AppArmor profile of " + manifest.agent() + " is not loaded",
            name,
            "nothing",
            reload(manifest)));
  }

  private static Finding compare(
      Manifest manifest, LoadedPolicy loaded, SealedFiles.Content compiled) {
    return switch (loaded.match(compiled.bytes(), compiled.sha256())) {
      case EQUAL ->
          new Finding(
              VerificationStep.V10,
              Finding.Strength.HOLDS,
              "the kernel enforces exactly the signed policy");
      case EQUAL_BY_SHA1 ->
          new Finding(
              VerificationStep.V10,
              Finding.Strength.WEAK,
              "the kernel enforces the signed policy, compared by SHA-1");
      case UNKNOWN ->
          new Finding(
              VerificationStep.V10,
              Finding.Strength.WEAK,
              "the kernel enforces a policy with that name, but shows no digest to compare");
      case DIFFERENT ->
          throw broken(
              "the kernel enforces another policy for " + manifest.agent() + " than the signed one",
              compiled.sha256().hex(),
              loaded.digest(),
              reload(manifest));
    };
  }

  private static String reload(Manifest manifest) {
    return "run: sudo bawn-admin reseal " + manifest.agent();
  }

  private static BrokenLink broken(String what, String expected, String found, String hint) {
    return new BrokenLink(VerificationStep.V10, what, expected, found, hint);
  }
}
