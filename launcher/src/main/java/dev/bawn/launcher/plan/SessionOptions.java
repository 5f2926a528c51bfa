package dev.bawn.launcher.plan;

import dev.bawn.contract.agent.Confinement;
import dev.bawn.contract.agent.NetworkPolicy;
import dev.bawn.contract.agent.ResourceLimits;
import dev.bawn.launcher.record.Permission;
import dev.bawn.launcher.request.EtcKind;
import dev.bawn.launcher.request.Notification;
import dev.bawn.launcher.request.Sharing;
import dev.bawn.launcher.workspace.SessionMasks;
import dev.bawn.launcher.workspace.WorkspaceKind;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The options of an unprivileged session. All paths are absolute and without links.
 *
 * @param workspace what it has in the project's place
 * @param etc what it sees as /etc
 * @param home which home it gets
 * @param login which login its tool has
 * @param caches which package caches it has
 * @param network which network it sees
 * @param limits on all its processes together
 * @param confinement whether it may begin where this machine lacks one part of its sandbox
 * @param shares what it sees besides, in the order in which that was said
 * @param variables what its environment has besides
 * @param sshHosts where it can log in with the caller's keys
 * @param setup commands that make a fresh checkout ready
 * @param masks what it does not see of the project
 * @param hidesSecrets whether files with a secret name are hidden where a session meets them first
 * @param mountBase the directory inside in which it sees the project, in the place of the project's
 *     own path
 * @param directory where it begins, relative to its workspace
 * @param leaves what else was allowed or forbidden
 * @param notification how the caller learns that it ended
 * @param words the options as they were typed, with absolute paths: what a later start repeats
 */
public record SessionOptions(
    WorkspaceKind workspace,
    EtcKind etc,
    HomeChoice home,
    Sharing login,
    Sharing caches,
    NetworkPolicy network,
    ResourceLimits limits,
    Confinement confinement,
    List<Share> shares,
    List<Variable> variables,
    List<String> sshHosts,
    List<String> setup,
    SessionMasks masks,
    boolean hidesSecrets,
    Optional<Path> mountBase,
    Path directory,
    Set<Permission> leaves,
    Notification notification,
    List<String> words) {

  public SessionOptions {
    shares = List.copyOf(shares);
    variables = List.copyOf(variables);
    sshHosts = List.copyOf(sshHosts);
    setup = List.copyOf(setup);
    leaves = Set.copyOf(leaves);
    words = List.copyOf(words);
  }

  /**
   * Whether user namespaces can be made inside. The kernel refuses to rename a mount point in the
   * mount namespace that has it only, so who writes a project gets no other mount namespace.
   */
  boolean nests() {
    return !has(Permission.NO_NESTED) && workspace != WorkspaceKind.BIND;
  }

  /** Whether this was said. */
  public boolean has(Permission leave) {
    return leaves.contains(leave);
  }
}
