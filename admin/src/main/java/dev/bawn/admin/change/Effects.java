package dev.bawn.admin.change;

import dev.bawn.admin.sealing.NewIdentity;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.ProjectId;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.layout.Generation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The effects of a change outside the policy directories. Each step can be repeated after a crash,
 * and does nothing if it was done already.
 */
public interface Effects {

  /**
   * Requires that no account or group has this name: existing ones are never used.
   *
   * @throws dev.bawn.contract.failure.Refused if one has it
   */
  void requireFreeName(AgentName agent) throws IOException;

  /** Returns the name of the user with this uid; empty if there is none. */
  Optional<String> userName(Uid uid) throws IOException;

  /** Creates the account of a new agent, with its home directory. */
  void createAccount(AgentName agent, Uid uid) throws IOException;

  /** Makes it impossible to start a process with this account. */
  void disableAccount(AgentName agent) throws IOException;

  /**
   * Ends every process of the agent's account, if it still exists, and returns when none is left.
   */
  void endProcesses(AgentName agent) throws IOException;

  /**
   * Ends every process that the agent's account has now. New sessions may begin at the same time,
   * under the current policy.
   */
  void endPresentProcesses(AgentName agent) throws IOException;

  /**
   * Ends the sessions that show a project which the agent no longer has, and those that are
   * starting under an earlier policy.
   */
  void endSessions(Manifest manifest) throws IOException;

  /**
   * Removes the account and its scratch directories, and removes its home directory or gives it to
   * root.
   */
  void removeAccount(AgentName agent, KeepHome keepHome) throws IOException;

  /**
   * Writes to sudoers that the operators of these policies may start their agents, and no others.
   */
  void grantStarts(List<Manifest> manifests) throws IOException;

  /** Sets the disk limits of these policies on file systems with user quotas, and no others. */
  void limitDisks(List<Manifest> manifests) throws IOException;

  /**
   * Makes systemd enforce the limits of these policies for all sessions of an agent together, and
   * no others.
   */
  void limitSessions(List<Manifest> manifests) throws IOException;

  /** Loads the AppArmor policy of this policy directory into the kernel, if there is one. */
  void loadPolicy(AgentName agent, Generation generation) throws IOException;

  /** Removes the AppArmor policy of this agent from the kernel. */
  void removePolicy(AgentName agent) throws IOException;

  /** Creates the agent's scratch directory for a project. */
  void makeScratch(Manifest manifest, ProjectId project) throws IOException;

  /**
   * Gives the operators read access to all files that the agent has written, and removes it from
   * former operators.
   */
  void shareScratch(Manifest manifest) throws IOException;

  /**
   * Removes the agent's scratch directory for a project if it is empty, and its parents if they are
   * empty, too.
   */
  void removeEmptyScratch(AgentName agent, ProjectId project) throws IOException;

  /** Removes the agent's scratch directory for a project, with all files in it. */
  void removeScratch(AgentName agent, ProjectId project) throws IOException;

  /** Writes the files of a new key with which git signs the commits of an agent. */
  void writeIdentity(Manifest manifest, NewIdentity made) throws IOException;

  /** Gives only the agent and its operators read access to a policy directory. */
  void openGeneration(Manifest manifest, Generation generation) throws IOException;

  /** Gives only the agent and its operators read access to each of these files. */
  void openFiles(SortedMap<Path, Manifest> files) throws IOException;

  /** Gives only the users of these policies access to mirrors and scratch directories. */
  void openProjects(List<Manifest> manifests) throws IOException;

  /**
   * Removes the mirrors that no policy names.
   *
   * @param manifests the policies of all agents
   */
  void removeUnusedMirrors(List<Manifest> manifests) throws IOException;

  /**
   * Tells whether a session of the agent runs; it shows files of the policy under which it began.
   */
  boolean hasProcesses(AgentName agent) throws IOException;

  /** Removes copies of programs that no policy uses. */
  void removeUnusedPrograms() throws IOException;
}
