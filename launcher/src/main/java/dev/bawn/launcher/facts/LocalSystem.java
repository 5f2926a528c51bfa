package dev.bawn.launcher.facts;

import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.layout.PersonalFiles;
import dev.bawn.contract.layout.RootOwned;
import dev.bawn.contract.layout.SystemLayout;
import dev.bawn.contract.tool.ToolDefinitions;
import dev.bawn.contract.trust.Installation;
import dev.bawn.launcher.config.EffectiveSettings;
import dev.bawn.launcher.config.PersonalDirectory;
import dev.bawn.launcher.tool.RememberedTools;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The source of the settings and the tools of this machine.
 *
 * @param layout the system's directories
 * @param installation the programs that a start needs
 * @param rootOwned decides whether a path belongs to root
 */
public record LocalSystem(SystemLayout layout, Installation installation, RootOwned rootOwned) {

  /** The tool definitions of the installation; a file is read on demand. */
  public ToolDefinitions definitions() {
    return new ToolDefinitions(layout, installation.library(), rootOwned);
  }

  /**
   * These definitions and those that the caller wrote, which apply to the caller's sessions only.
   */
  public ToolDefinitions definitions(Surroundings here) {
    Optional<Path> yours = PersonalDirectory.CONFIG.in(here.environment());
    return yours.isPresent()
        ? definitions().with(yours.get().resolve("tools.d"), files(here))
        : definitions();
  }

  /** The programs that the caller named for tools. */
  public RememberedTools rememberedTools(Surroundings here) {
    return RememberedTools.in(here.environment(), files(here));
  }

  /** Reads the caller's files only if no other user could have written them. */
  public PersonalFiles files(Surroundings here) {
    return new PersonalFiles(here.user(), layout);
  }

  /** The settings of the caller, and of a project if there is one. */
  public EffectiveSettings settings(Optional<Path> project, Surroundings here) {
    return EffectiveSettings.of(here.environment(), project, files(here));
  }
}
