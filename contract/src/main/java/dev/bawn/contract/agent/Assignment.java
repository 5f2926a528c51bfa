package dev.bawn.contract.agent;

import java.util.List;
import java.util.Optional;

/**
 * A project that an agent works on.
 *
 * @param id its short name
 * @param source where it lies on the host
 * @param owner whose it is: the walk over it happens with this uid
 * @param ownerName the name of the owner's account when this was signed; nothing in what an earlier
 *     version signed, and before it is signed
 * @param keeper the agent, where the mirror belongs to it; the manifest adds it. Nothing for the
 *     account that keeps all other mirrors
 * @param repository whose ignore rules hold there; nothing in what an earlier version signed
 * @param role a word for people, such as {@code reviewer}
 * @param workspace how the agent sees it
 * @param mirror the directory below the mirrors that holds the copy; projects with the same masks
 *     share one
 * @param masks patterns of names that are left out, beyond what git ignores
 * @param shown names that the mirror has beyond what git does not ignore: {@link #GIT} and paths
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

  /** Of {@link #shown}: the commits of the project, in a repository that bawn configures. */
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

  /** Whether the mirror has the commits of the project. */
  public boolean hasGit() {
    return shown.contains(GIT);
  }

  /** The same with this name of its owner. */
  Assignment ownedBy(Optional<String> name) {
    return new Assignment(
        id, source, owner, name, keeper, repository, role, workspace, mirror, masks, shown);
  }

  /**
   * The same for this agent. The kernel copies a file up in a user namespace only where the file's
   * owner exists there, so the lower layer of an overlay belongs to the agent.
   */
  public Assignment of(Uid agent) {
    Optional<Uid> known = workspace == Workspace.OVERLAY ? Optional.of(agent) : Optional.empty();
    return new Assignment(
        id, source, owner, ownerName, known, repository, role, workspace, mirror, masks, shown);
  }

  /** The same assignment once its repository is known. */
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
