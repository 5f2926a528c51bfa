package dev.bawn.admin.tool;

import dev.bawn.contract.agent.Uid;
import java.nio.file.Path;
import java.util.Optional;

/** The source of a tool. */
public sealed interface ToolSource {

  /** Describes the source for messages. */
  String text();

  /**
   * A directory or a file, read with the rights of the user who requests the adoption.
   *
   * @param path an absolute path
   * @param reader the user who requests it
   */
  record Place(Path path, Uid reader) implements ToolSource {
    @Override
    public String text() {
      return path + " (read as uid " + reader + ")";
    }
  }

  /**
   * A package that npm installs.
   *
   * @param npm the package
   * @param registry the address of the registry; empty for the default of npm
   */
  record Registry(NpmPackage npm, Optional<String> registry) implements ToolSource {
    @Override
    public String text() {
      return "npm " + npm.text();
    }
  }
}
