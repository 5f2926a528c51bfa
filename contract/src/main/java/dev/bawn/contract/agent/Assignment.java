package dev.bawn.contract.agent;

import java.util.List;
import java.util.Optional;

/**
 * A project that an agent works on.
 *
 * @param id its short name
 * @param source its path on the host
 * @param owner its owner: it is read with this uid
 * @param ownerName the name of the owner's account when this was signed; empty in a policy of an
 *     earlier version, and before it is signed
 * @param keeper the agent, if the mirror belongs to it; the manifest adds it. Empty for the account
 *     that owns all other mirrors
 * @param repository the repository whose ignore rules apply; empty in a policy of an earlier
 *     version
 * @param role a label, such as {@code reviewer}
 * @param workspace the agent's view of it
 * @param mirror the directory below the mirrors that has the copy; projects with the same masks
 *     share one
 * @param masks patterns of names that are left out, in addition to those that git ignores
 * @param shown names that the mirror has although git ignores them: {@link #GIT} and paths
 */
public record Assignment(
    ProjectId id,
    ProjectPath source,
    Uid owner,
    Optional<String> ownerName,
    Optional<Uid> keeper,
    Optional<Repository> repository,
    String role,
    Workspace workspace,
    ProjectId mirror,
    List<String> masks,
    List<String> shown) {

  /**
   * A value of {@link #shown}: the commits of the project, in a repository that bawn configures.
   */
  public static final String GIT = ".git";

  public Assignment {
    masks = List.copyOf(masks);
    shown = List.copyOf(shown);
  }

  /** The paths of the project that the mirror has although git ignores them. */
  public List<String> shownPaths() {
    return shown.stream().filter(each -> !each.equals(GIT)).toList();
  }

  /** An assignment without the names of accounts; the manifest adds them. */
  public Assignment(
      ProjectId id,
      ProjectPath source,
      Uid owner,
      Optional<Repository> repository,
      String role,
      Workspace workspace,
      ProjectId mirror,
      List<String> masks,
      List<String> shown) {
    this(
        id,
        source,
        owner,
        Optional.empty(),
        Optional.empty(),
        repository,
        role,
        workspace,
        mirror,
        masks,
        shown);
  }

  /** Tells whether the mirror has the commits of the project. */
  public boolean hasGit() {
    return shown.contains(GIT);
  }

  /** This assignment with the name of its owner. */
  Assignment ownedBy(Optional<String> name) {
    return new Assignment(
        id, source, owner, name, keeper, repository, role, workspace, mirror, masks, shown);
  }

  /**
   * This assignment for an agent. The kernel copies a file up in a user namespace only if the
   * namespace maps the file's owner, so the lower layer of an overlay belongs to the agent.
   */
  public Assignment of(Uid agent) {
    Optional<Uid> known = workspace == Workspace.OVERLAY ? Optional.of(agent) : Optional.empty();
    return new Assignment(
        id, source, owner, ownerName, known, repository, role, workspace, mirror, masks, shown);
  }

  /** This assignment with its repository. */
  public Assignment withRepository(Repository known) {
    return new Assignment(
        id,
        source,
        owner,
        ownerName,
        keeper,
        Optional.of(known),
        role,
        workspace,
        mirror,
        masks,
        shown);
  }
}
