package dev.bawn.contract.trust;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.failure.BrokenLink;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.failure.VerificationStep;
import dev.bawn.contract.layout.Generation;
import dev.bawn.contract.seal.PublicKey;
import dev.bawn.contract.seal.Seal;
import dev.bawn.contract.seal.SealComment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** V3: a trusted key signed this manifest, for this agent and this serial. */
final class SealLink {

  private SealLink() {}

  /** Verifies the signature, and returns the manifest's bytes. */
  static byte[] check(AgentName agent, Generation generation, TrustedKeys keys) {
    byte[] manifest = read(agent, generation.manifest());
    Seal seal = seal(agent, generation);
    PublicKey key =
        keys.find(seal.keyId())
            .orElseThrow(() ->
                new BrokenLink(
                    VerificationStep.V3,
                    "the signature of " + agent + " was made with a key that is not trusted here",
                    "a trusted key",
                    "key " + seal.keyId(),
                    "trust its public key again: sudo bawn-admin trust add FILE; or delete the"
                        + " agent: sudo bawn-admin delete "
                        + agent));
    if (!seal.holds(key, manifest)) {
      throw broken(
          agent,
          "the signature of " + agent + " is not valid: root did not sign this manifest",
          "a signature by " + key.id(),
          "another content or signature");
    }
    String expected = SealComment.of(agent, generation.directory().getFileName().toString());
    if (!seal.trustedComment().equals(expected)) {
      throw broken(
          agent,
          "the signature belongs to another agent or another serial",
          expected,
          seal.trustedComment());
    }
    return manifest;
  }

  private static Seal seal(AgentName agent, Generation generation) {
    byte[] bytes = read(agent, generation.seal());
    try {
      return Seal.read(Generation.SEAL, bytes);
    } catch (Refused e) {
      throw broken(
          agent,
          "the signature of " + agent + " is damaged: " + e.what(),
          "a minisign file",
          "something else");
    }
  }

  private static byte[] read(AgentName agent, Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw broken(
          agent,
          file.getFileName() + " of " + agent + " cannot be read",
          "a readable file",
          Failed.of(e).what());
    }
  }

  private static BrokenLink broken(AgentName agent, String what, String expected, String found) {
    return new BrokenLink(VerificationStep.V3, what, expected, found, AgentLink.hint(agent));
  }
}
