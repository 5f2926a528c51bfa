package dev.bawn.admin.change;

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
 * The effects of a change outside of the policy directories. Every step may be repeated after a
 * crash, and does nothing when its work is done already.
 */
public interface Effects {

  /**
   * Makes sure that no account or group has this name: existing ones are never adopted.
   *
   * @throws dev.bawn.contract.failure.Refused if one has
   */
  void requireFreeName(AgentName agent) throws IOException;

  /** The name of the user of this number, if there is one. */
  Optional<String> userName(Uid uid) throws IOException;

  /** The account of a new agent, with its home. */
  void createAccount(AgentName agent, Uid uid) throws IOException;

  /** Nobody can begin anything new with this account. */
  void disableAccount(AgentName agent) throws IOException;

  /**
   * Ends every process of the agent's account, if there still is one, and returns when none is
   * left.
   */
  void endProcesses(AgentName agent) throws IOException;

  /**
   * Ends every process that the agent's account has now. Others may begin meanwhile, with what
   * counts now.
   */
  void endPresentProcesses(AgentName agent) throws IOException;

  /**
   * No session shows a project that the agent does not have any more, and none will that was on its
   * way when this manifest began to count.
   */
  void endSessions(Manifest manifest) throws IOException;

  /** The account, its home (or what makes the home root's) and its writable spaces are gone. */
  void removeAccount(AgentName agent, KeepHome keepHome) throws IOException;

  /** sudoers says who may start whom, exactly as these manifests do. */
  void grantStarts(List<Manifest> manifests) throws IOException;

  /**
   * A file system with user quotas limits the files of the agents exactly as these manifests say.
   */
  void limitDisks(List<Manifest> manifests) throws IOException;

  /** The kernel enforces the policy in this sealed directory, where there is one. */
  void loadPolicy(AgentName agent, Generation generation) throws IOException;

  /** The kernel knows no policy of this agent. */
  void removePolicy(AgentName agent) throws IOException;

  /** The agent's writable space for a project exists. */
  void makeScratch(Manifest manifest, ProjectId project) throws IOException;

  /**
   * The operators can read everything that the agent has written so far, and nobody who was one
   * before.
   */
  void shareScratch(Manifest manifest) throws IOException;

  /** The agent's writable space for a project is gone if it is empty, and so is what holds all. */
  void removeEmptyScratch(AgentName agent, ProjectId project) throws IOException;

  /** The agent's writable space for a project is gone, with all that the agent wrote there. */
  void removeScratch(AgentName agent, ProjectId project) throws IOException;

  /** The agent and its operators can read a sealed directory, nobody else. */
  void openGeneration(Manifest manifest, Generation generation) throws IOException;

  /** For each of these files: the agent and its operators can read it, nobody else. */
  void openFiles(SortedMap<Path, Manifest> files) throws IOException;

  /**
   * Mirrors and scratch are open to those whom these manifests name, and to nobody else; unused
   * mirrors are gone.
   */
  void openProjects(List<Manifest> manifests) throws IOException;

  /** Whether a session of the agent runs, which shows files of the state that it began with. */
  boolean hasProcesses(AgentName agent) throws IOException;

  /** Copies of programs that no sealed directory names are gone. */
  void removeUnusedPrograms() throws IOException;
}
