package dev.bawn.admin.sealing;

import dev.bawn.admin.recipe.Machine;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.layout.Generation;
import java.io.IOException;
import java.util.Optional;

/**
 * The AppArmor part of a sealed state.
 *
 * @param text the profile
 * @param compiled the policy that this machine's kernel loads; absent where the kernel has no
 *     AppArmor
 */
public record ProfileFiles(String text, Optional<byte[]> compiled) {

  /** Where they come from. */
  @FunctionalInterface
  public interface Source {

    /**
     * The profile of an agent.
     *
     * @param generation the sealed directory that it is made for
     * @throws dev.bawn.contract.failure.Failure with the parser's line, if the profile does not
     *     compile
     */
    ProfileFiles of(Manifest manifest, Machine machine, Generation generation) throws IOException;
  }
}
