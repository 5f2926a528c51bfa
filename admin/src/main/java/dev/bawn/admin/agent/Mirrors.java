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
 * The operations in a user's project. A process with that user's uid does all of them: root gets
 * only the bytes that the process sends.
 */
public interface Mirrors {

  /**
   * A project, found with the rights of its owner.
   *
   * @param path its path without symbolic links
   * @param owner its owner
   */
  record Survey(ProjectPath path, Uid owner) {}

  /**
   * Examines the argument of {@code assign}.
   *
   * @param typed an absolute path
   * @param caller the user who ran sudo; empty if root did not use sudo
   * @throws dev.bawn.contract.failure.Failure if it is not a directory, does not belong to the
   *     caller, or cannot be a project
   */
  Survey survey(Path typed, Optional<Uid> caller) throws IOException;

  /**
   * Returns the repository whose ignore rules apply to a project now.
   *
   * @throws dev.bawn.contract.failure.Failure if git cannot read it, or the project belongs to
   *     another user
   */
  Repository repository(ProjectPath project, Uid owner) throws IOException;

  /**
   * Lists a project as a sync does, and drops the list.
   *
   * @throws dev.bawn.contract.failure.Failure if a sync cannot list it
   */
  void requireListable(Assignment assignment) throws IOException;

  /**
   * Requires that no merge into a project is open, if its owner can still list it.
   *
   * @throws dev.bawn.contract.failure.InUse if one runs or was interrupted
   */
  void requireSettled(Assignment assignment) throws IOException;

  /**
   * Some names of files.
   *
   * @param shown the first names, printable
   * @param more the number of further names
   */
  record Names(List<String> shown, long more) {

    /** No names. */
    public static final Names NONE = new Names(List.of(), 0);

    /** Formats the names for a line of text; empty if there are none. */
    public String text() {
      String names = String.join(" ", shown);
      return more == 0 ? names : names + " and " + more + " more";
    }
  }

  /**
   * The result of an update of a mirror.
   *
   * @param files the number of files in it
   * @param changed the number of files that are new or different
   * @param removed the number of files that were removed
   * @param dropped the number of removals by an agent that the project has made, too
   * @param masked the files that masks removed although git does not ignore them
   * @param idle masks that matched no file; empty after a partial update
   * @param unreadable the files that could not be read
   * @param committed masked files that are in commits, which git in the mirror shows
   */
  record Report(
      long files,
      long changed,
      long removed,
      long dropped,
      Names masked,
      List<String> idle,
      Names unreadable,
      Names committed) {

    /** Returns this report with other numbers of changes. */
    public Report with(long allChanged, long allRemoved) {
      return new Report(
          files, allChanged, allRemoved, dropped, masked, idle, unreadable, committed);
    }

    /** Returns this report with other masked files in commits. */
    public Report with(Names shown) {
      return new Report(files, changed, removed, dropped, masked, idle, unreadable, shown);
    }
  }

  /**
   * Creates a mirror, or updates it.
   *
   * @param mountPoints the names at the top of the mirror over which sessions mount instructions;
   *     existing ones stay
   */
  Report bring(Assignment assignment, List<String> mountPoints) throws IOException;

  /** Returns the bytes of a file, at most 1 MiB, read with the rights of the caller. */
  byte[] read(Path file, Optional<Uid> caller) throws IOException;

  /**
   * Creates the link in the project to the agent's scratch directory, with the rights of the owner,
   * and adds it to git's list of ignored files.
   */
  void link(AgentName agent, Assignment assignment) throws IOException;

  /** Removes that link, if bawn created it. */
  void unlink(AgentName agent, Assignment assignment) throws IOException;
}
