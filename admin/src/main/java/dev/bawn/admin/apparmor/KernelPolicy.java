package dev.bawn.admin.apparmor;

import dev.bawn.admin.system.Policies;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Sha256;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.trust.KernelPolicies;
import dev.bawn.contract.trust.LoadedPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** The policies of agents in the running kernel. Each step can be repeated. */
public final class KernelPolicy implements Policies {

  private final KernelPolicies kernel;
  private final Path remove;

  /**
   * @param layout with {@code /sys}
   */
  public KernelPolicy(SystemLayout layout) {
    this.kernel = new KernelPolicies(layout);
    this.remove = layout.at("sys/kernel/security/apparmor/.remove");
  }

  /**
   * {@inheritDoc}
   *
   * <p>The exit status of the parser is ignored: a damaged policy can load as another one, with
   * status 0. Only the state of the kernel afterwards counts.
   */
  @Override
  public void load(AgentName agent, Path compiled) throws IOException {
    if (!kernel.hasAppArmor()) {
      return;
    }
    PolicyParser.installed().load(compiled);
    byte[] sealed = Files.readAllBytes(compiled);
    Optional<LoadedPolicy> loaded = kernel.loaded(agent.profileName());
    boolean enforced =
        loaded.isPresent()
            && loaded.get().enforced()
            && loaded.get().match(sealed, Sha256.of(sealed)) != LoadedPolicy.Match.DIFFERENT;
    if (!enforced) {
      throw new Failed(
          "the kernel does not enforce the policy of "
              + agent
              + " that bawn-admin loaded ("
              + Sha256.of(sealed)
              + "): "
              + describe(agent),
          "run: sudo bawn-admin reseal " + agent);
    }
  }

  @Override
  public void remove(AgentName agent) throws IOException {
    if (kernel.hasAppArmor() && kernel.loaded(agent.profileName()).isPresent()) {
      Files.writeString(remove, agent.profileName(), StandardOpenOption.WRITE);
    }
  }

  @Override
  public String describe(AgentName agent) {
    if (!kernel.hasAppArmor()) {
      return "none";
    }
    try {
      return kernel.loaded(agent.profileName()).map(LoadedPolicy::mode).orElse("not loaded");
    } catch (IOException e) {
      return "unknown";
    }
  }
}
