package dev.bawn.admin.tool;

import dev.bawn.contract.agent.Uid;
import java.nio.file.Path;
import java.util.Optional;

/** The source of a tool. */
public sealed interface ToolSource {

  /** For people. */
  String text();

  /**
   * A directory or a file, read with the rights of the user who asks for it.
   *
   * @param path absolute
   * @param reader who asks
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
   * @param registry its address, where it is not npm's own choice
   */
  record Registry(NpmPackage npm, Optional<String> registry) implements ToolSource {
    @Override
    public String text() {
      return "npm " + npm.text();
    }
  }
}
