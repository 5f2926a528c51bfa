package dev.bawn.admin.agent;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.ProjectPath;
import dev.bawn.contract.agent.Uid;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Everything that is done in a user's project, always by a child with a user's uid: root sees no
 * more of it than the bytes that the child sends.
 */
public interface Mirrors {

  /**
   * A project, looked at with its owner's eyes.
   *
   * @param path where it lies, links followed
   * @param owner whose it is
   */
  record Survey(ProjectPath path, Uid owner) {}

  /**
   * Looks at what was named to {@code assign}.
   *
   * @param typed an absolute path
   * @param caller who ran sudo; root itself where nobody did
   * @throws dev.bawn.contract.failure.Failure if it is no directory, not the caller's, or no
   *     project
   */
  Survey survey(Path typed, Optional<Uid> caller) throws IOException;

  /**
   * How a mirror was brought up to date.
   *
   * @param files how many it holds
   * @param unreadable what could not be read, made printable, at most a few
   */
  record Report(long files, List<String> unreadable) {}

  /**
   * What masks leave out.
   *
   * @param names made printable, at most a few
   * @param more how many there are beside them
   */
  record Masked(List<String> names, long more) {}

  /** What a mirror of this project leaves out although git does not ignore it. */
  Masked masked(Assignment assignment) throws IOException;

  /**
   * Makes a mirror, or brings it up to date.
   *
   * @param mountPoints names at its top that sessions mount something over
   */
  Report bring(Assignment assignment, List<String> mountPoints) throws IOException;

  /** The bytes of a file, read with the caller's eyes, at most 1 MiB. */
  byte[] read(Path file, Optional<Uid> caller) throws IOException;

  /**
   * Makes the project's link to the agent's writable space, as the owner, and keeps it out of git.
   */
  void link(AgentName agent, Assignment assignment) throws IOException;

  /** Removes that link, if it is ours. */
  void unlink(AgentName agent, Assignment assignment) throws IOException;
}
