package dev.bawn.admin.apparmor;

import dev.bawn.admin.recipe.Machine;
import dev.bawn.admin.sealing.ProfileFiles;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.Workspace;
import dev.bawn.contract.layout.Generation;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.sandbox.InsidePath;
import dev.bawn.contract.trust.KernelPolicies;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Generates the AppArmor part of policy directories, for the running kernel. */
public final class AgentProfiles implements ProfileFiles.Source {

  private final ProfileText text;
  private final KernelPolicies kernel;

  /**
   * @param layout with the files of the system
   * @param library the directory in which bawn is installed, with {@code apparmor-templates}
   */
  public AgentProfiles(SystemLayout layout, Path library) {
    this.text =
        new ProfileText(
            library.resolve("apparmor-templates"), layout, PolicyLanguage.newest(layout));
    this.kernel = new KernelPolicies(layout);
  }

  @Override
  public ProfileFiles of(Manifest manifest, Machine machine, Generation generation)
      throws IOException {
    String profile = text.ofAgent(confined(manifest, machine));
    return new ProfileFiles(
        profile,
        kernel.hasAppArmor()
            ? Optional.of(PolicyParser.installed().compile(profile))
            : Optional.empty());
  }

  private static Confined confined(Manifest manifest, Machine machine) {
    return new Confined(
        manifest.agent(),
        machine.programs(),
        machine.trees(),
        machine.unpacked(),
        manifest.network(),
        manifest.limits(),
        manifest.assignments().stream()
            .filter(each -> each.workspace() == Workspace.OVERLAY)
            .map(each -> InsidePath.project(each.id()).text())
            .toList(),
        manifest.execution(),
        manifest.identity().isPresent());
  }
}
