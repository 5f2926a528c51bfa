package dev.bawn.launcher.mount;

import java.nio.file.Path;
import java.util.List;

/**
 * The parts of a bound project that a session neither writes nor connects to.
 *
 * @param above the directories between the top and a repository, the upper ones first: renaming one
 *     of them would move the repository
 * @param repositories the repositories of the project and nested ones
 * @param sockets the existing sockets, relative to its top
 * @param nothing is mounted over each socket
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

  /** The parts of a project that is not bound. */
  static ProjectParts none(MountSource nothing) {
    return new ProjectParts(List.of(), List.of(), List.of(), nothing);
  }
}
