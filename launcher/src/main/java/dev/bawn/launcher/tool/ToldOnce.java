package dev.bawn.launcher.tool;

import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.agent.Manifest;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
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

  /** Whether this is the first time. From then on it is not. */
  public boolean isNew(Manifest manifest, CommandName tool) {
    if (directory.isEmpty()) {
      return true;
    }
    try {
      Files.createDirectories(directory.get());
      Files.createFile(
          directory.get().resolve(manifest.agent() + "@" + manifest.uid() + ":" + tool));
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }
}
