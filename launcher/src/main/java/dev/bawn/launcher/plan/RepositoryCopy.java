package dev.bawn.launcher.plan;

import dev.bawn.launcher.workspace.RepositorySource;
import java.nio.file.Path;

/**
 * A repository that is made for a session.
 *
 * @param layer the layer that is made for it
 * @param source the source of its objects
 */
public record RepositoryCopy(Path layer, RepositorySource source) {}
