package dev.bawn.admin.sealing;

import dev.bawn.admin.recipe.Machine;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.layout.Generation;
import java.io.IOException;
import java.util.Optional;

/**
 * The AppArmor part of a policy.
 *
 * @param text the profile
 * @param compiled the compiled profile for the kernel of this machine; empty if the kernel has no
 *     AppArmor
 */
public record ProfileFiles(String text, Optional<byte[]> compiled) {

  /** Generates the AppArmor part. */
  @FunctionalInterface
  public interface Source {

    /**
     * Generates the profile of an agent.
     *
     * @param generation the policy directory of the profile
     * @throws dev.bawn.contract.failure.Failure with the message of the parser, if the profile does
     *     not compile
     */
    ProfileFiles of(Manifest manifest, Machine machine, Generation generation) throws IOException;
  }
}
