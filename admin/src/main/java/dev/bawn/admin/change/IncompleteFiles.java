package dev.bawn.admin.change;

import dev.bawn.admin.sealing.Trees;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The files and policy directories that a killed command was writing, beside those that they should
 * replace. No program reads them. The caller holds the lock of the policies: otherwise the files of
 * a running command would be included.
 */
public final class IncompleteFiles {

  private final SystemLayout layout;

  /**
   * @param layout with the directories of the files
   */
  public IncompleteFiles(SystemLayout layout) {
    this.layout = layout;
  }

  /** Returns the files, by directory and name. */
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
    files.addAll(Trees.entries(layout.units(), ".bawn-agent-*.next"));
    return files;
  }

  /** Returns the directories in which keys for commits were made. */
  private List<Path> identities() throws IOException {
    return Trees.entries(layout.identities(), ".*");
  }

  /** Returns the policy directories, by agent. */
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
    for (Path identity : identities()) {
      Trees.remove(identity);
    }
    for (Path generation : generations()) {
      Trees.remove(generation);
    }
  }
}
