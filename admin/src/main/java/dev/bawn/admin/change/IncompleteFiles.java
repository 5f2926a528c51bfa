package dev.bawn.admin.change;

import dev.bawn.admin.sealing.Trees;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Files and policy directories that a killed command was writing, beside the ones that they were to
 * replace. No program reads them. The caller holds the lock of the policies: otherwise it would
 * take the files of a running command for leftovers.
 */
public final class IncompleteFiles {

  private final SystemLayout layout;

  /**
   * @param layout where they lie
   */
  public IncompleteFiles(SystemLayout layout) {
    this.layout = layout;
  }

  /** Files, by directory and name. */
  public List<Path> files() throws IOException {
    List<Path> files = new ArrayList<>();
    for (Path directory :
        List.of(
            layout.state(),
            layout.agents(),
            layout.keys(),
            layout.trusted(),
            layout.settings().getParent(),
            layout.sudoers().getParent())) {
      files.addAll(Trees.entries(directory, ".*.next"));
    }
    files.addAll(Trees.entries(layout.state(), "{sudoers.candidate,.acl}"));
    return files;
  }

  /** Sealed directories, by agent. */
  public List<Path> generations() throws IOException {
    List<Path> generations = new ArrayList<>();
    for (Path agent : Trees.entries(layout.allGenerations(), "*")) {
      generations.addAll(Trees.entries(agent, ".*"));
    }
    return generations;
  }

  /** Removes all of them. */
  void remove() throws IOException {
    for (Path file : files()) {
      Files.delete(file);
    }
    for (Path generation : generations()) {
      Trees.remove(generation);
    }
  }
}
