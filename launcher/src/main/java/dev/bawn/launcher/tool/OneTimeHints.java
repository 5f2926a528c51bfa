package dev.bawn.launcher.tool;

import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.agent.Manifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The hints and warnings that a start gives its caller once. An empty file for each, {@code
 * $XDG_STATE_HOME/bawn/told/NAME}.
 *
 * @param directory that holds them; without one the caller gets them at each start
 */
public record OneTimeHints(Optional<Path> directory) {

  /** The name of the hint that a tool of an agent has no key: only the agent knows its login. */
  public static String missingKeys(Manifest manifest, CommandName tool) {
    return manifest.agent() + "@" + manifest.uid() + ":" + tool;
  }

  /**
   * The name of the warning that the kernel has no AppArmor.
   *
   * @param machine an ID, since a home directory may be used on several machines
   */
  public static String noAppArmor(String machine) {
    return "no-apparmor@" + (machine.matches("[0-9a-f]{32}") ? machine : "unknown");
  }

  /** Whether the caller got it. */
  public boolean has(String name) {
    return directory.isPresent() && Files.exists(directory.get().resolve(name));
  }

  /** Notes that the caller got it. If that fails, the next start gives it again. */
  public void note(String name) {
    if (directory.isEmpty()) {
      return;
    }
    try {
      Files.createDirectories(directory.get());
      Files.createFile(directory.get().resolve(name));
    } catch (IOException e) {
      // a start is not refused for that
    }
  }
}
