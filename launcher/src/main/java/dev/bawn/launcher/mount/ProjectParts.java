package dev.bawn.launcher.mount;

import java.nio.file.Path;
import java.util.List;

/**
 * What of a project that is bound a session neither writes nor connects to.
 *
 * @param above the directories between the top and a repository, the upper ones first: who renames
 *     one of them moves the repository
 * @param repositories what git keeps, of the project and of repositories in it
 * @param sockets the sockets that are there, relative to its top
 * @param nothing what is mounted over a socket
 */
public record ProjectParts(
    List<MountSource> above,
    List<MountSource> repositories,
    List<Path> sockets,
    MountSource nothing) {

  public ProjectParts {
    above = List.copyOf(above);
    repositories = List.copyOf(repositories);
    sockets = List.copyOf(sockets);
  }

  /** Of a project that is not bound. */
  static ProjectParts none(MountSource nothing) {
    return new ProjectParts(List.of(), List.of(), List.of(), nothing);
  }
}
