package dev.bawn.admin.agent;

import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Assignment;
import dev.bawn.contract.agent.ProjectPath;
import dev.bawn.contract.agent.Repository;
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
   * The repository whose ignore rules hold in a project now.
   *
   * @throws dev.bawn.contract.failure.Failure if git cannot read it, or the project is another
   *     user's
   */
  Repository repository(ProjectPath project, Uid owner) throws IOException;

  /**
   * Lists a project as a sync does, and drops the list.
   *
   * @throws dev.bawn.contract.failure.Failure if a sync cannot list it
   */
  void requireListable(Assignment assignment) throws IOException;

  /**
   * Some names of files.
   *
   * @param shown made printable, at most a few
   * @param more how many there are beside them
   */
  record Names(List<String> shown, long more) {

    /** None. */
    public static final Names NONE = new Names(List.of(), 0);

    /** For a line of text; empty when there are none. */
    public String text() {
      String names = String.join(" ", shown);
      return more == 0 ? names : names + " and " + more + " more";
    }
  }

  /**
   * How a mirror was brought up to date.
   *
   * @param files how many it holds
   * @param changed how many of them are new or different
   * @param removed how many it no longer holds
   * @param masked what masks left out although git does not ignore it
   * @param idle masks that left out nothing; none where only a part was compared
   * @param unreadable what could not be read
   * @param committed what masks left out and git shows as it was committed
   */
  record Report(
      long files,
      long changed,
      long removed,
      Names masked,
      List<String> idle,
      Names unreadable,
      Names committed) {

    /** The same with other numbers of what changed. */
    public Report with(long allChanged, long allRemoved) {
      return new Report(files, allChanged, allRemoved, masked, idle, unreadable, committed);
    }

    /** The same with what git shows. */
    public Report with(Names shown) {
      return new Report(files, changed, removed, masked, idle, unreadable, shown);
    }
  }

  /**
   * Makes a mirror, or brings it up to date.
   *
   * @param mountPoints names at its top that sessions mount instructions over; those that are there
   *     stay
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
