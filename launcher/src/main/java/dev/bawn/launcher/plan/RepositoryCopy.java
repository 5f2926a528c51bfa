package dev.bawn.launcher.plan;

import dev.bawn.launcher.workspace.RepositorySource;
import java.nio.file.Path;

/**
 * The repository of a session that has one of its own.
 *
 * @param layer the layer that is made for it
 * @param source what it is made from
 */
public record RepositoryCopy(Path layer, RepositorySource source) {}
