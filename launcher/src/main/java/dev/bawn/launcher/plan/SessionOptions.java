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
 * @param workspace the kind of workspace
 * @param etc the kind of /etc
 * @param home the kind of home directory
 * @param login whether its tool uses the shared login
 * @param caches whether package caches are visible
 * @param network the network that it has
 * @param limits for all its processes together
 * @param confinement whether it may start if this machine lacks one part of its sandbox
 * @param shares additional paths of the host, in the order of the options
 * @param variables additional environment variables
 * @param sshHosts hosts at which it can log in with the caller's keys
 * @param setup commands that prepare a fresh checkout
 * @param masks the hidden files of the project
 * @param hidesSecrets whether to hide files with a secret name at the most likely paths
 * @param mountBase the directory in the session below which the project is mounted, instead of the
 *     project's own path
 * @param directory the initial working directory, relative to the workspace
 * @param permissions further permissions and prohibitions
 * @param notification how to notify the caller of the end
 * @param words the options that a later start repeats, with absolute paths
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
    Set<Permission> permissions,
    Notification notification,
    List<String> words) {

  public SessionOptions {
    shares = List.copyOf(shares);
    variables = List.copyOf(variables);
    sshHosts = List.copyOf(sshHosts);
    setup = List.copyOf(setup);
    permissions = Set.copyOf(permissions);
    words = List.copyOf(words);
  }

  /**
   * Tells whether user namespaces can be created in the session. A session that writes the project
   * itself must not create another mount namespace: the kernel refuses to rename a mount point only
   * in the mount namespaces that have it.
   */
  boolean nests() {
    return !has(Permission.NO_NESTED) && workspace != WorkspaceKind.BIND;
  }

  /** Tells whether an option was given. */
  public boolean has(Permission permission) {
    return permissions.contains(permission);
  }
}
