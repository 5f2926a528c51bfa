package dev.bawn.launcher.plan;

import dev.bawn.launcher.workspace.GitRepository;
import java.nio.file.Path;

/**
 * The repository that a session has in the place of that of a linked worktree.
 *
 * @param layer the layer that is made for it
 * @param repository of the worktree
 */
public record RepositoryCopy(Path layer, GitRepository repository) {}
