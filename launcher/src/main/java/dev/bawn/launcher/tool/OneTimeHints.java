package dev.bawn.launcher.tool;

import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.Sha256;
import dev.bawn.launcher.config.PersonalDirectory;
import dev.bawn.launcher.config.ProjectFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;

/**
 * The hints and warnings that a start prints once. Each has an empty file, {@code
 * $XDG_STATE_HOME/bawn/told/NAME}.
 *
 * @param directory of these files; without one each start prints the hints
 */
public record OneTimeHints(Optional<Path> directory) {

  /** The hints of the user whose environment names the directory. */
  public static OneTimeHints in(Map<String, String> environment) {
    return new OneTimeHints(
        PersonalDirectory.STATE.in(environment).map(state -> state.resolve("told")));
  }

  /**
   * The name of the warning that a project's file is not trusted.
   *
   * @param top of the project
   */
  public static String untrusted(Path top, ProjectFile file) {
    return "untrusted@" + Sha256.ofText(file.trust() + " " + file.digest() + " " + top).hex();
  }

  /** The name of the hint that a tool of an agent has no key: bawn cannot see the agent's login. */
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

  /** Tells whether the hint was printed before. */
  public boolean has(String name) {
    return directory.isPresent() && Files.exists(directory.get().resolve(name));
  }

  /** Notes that the hint was printed. If that fails, the next start prints it again. */
  public void note(String name) {
    if (directory.isEmpty()) {
      return;
    }
    try {
      Files.createDirectories(
          directory.get(),
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      Files.createFile(directory.get().resolve(name));
    } catch (IOException e) {
      // this does not prevent a start
    }
  }
}
