package dev.bawn.launcher.tool;

import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.agent.Manifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What the caller was told about a tool of an agent, and need not be told at each start: whether
 * the agent has logged in, only the agent can see. An empty file for each, {@code
 * $XDG_STATE_HOME/bawn/told/AGENT@UID:TOOL}.
 *
 * @param directory that holds them; without one the caller is told each time
 */
public record ToldOnce(Optional<Path> directory) {

  /** Whether the caller was told. */
  public boolean has(Manifest manifest, CommandName tool) {
    return directory.isPresent() && Files.exists(file(manifest, tool));
  }

  /** From now on the caller was told; where that cannot be noted, the next time is the first. */
  public void note(Manifest manifest, CommandName tool) {
    if (directory.isEmpty()) {
      return;
    }
    try {
      Files.createDirectories(directory.get());
      Files.createFile(file(manifest, tool));
    } catch (IOException e) {
      // a start is not refused for that
    }
  }

  private Path file(Manifest manifest, CommandName tool) {
    String name = manifest.agent() + "@" + manifest.uid() + ":" + tool;
    return directory.get().resolve(name);
  }
}
