package dev.bawn.launcher.plan;

import dev.bawn.launcher.workspace.Checkout;
import dev.bawn.launcher.workspace.GitRepository;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The repository that a session has in the place of one whose objects it borrows.
 *
 * @param layer the layer that is made for it
 * @param repository the one that has the objects
 * @param checkout what is checked out; nothing where the session has the files of the project
 */
public record RepositoryCopy(Path layer, GitRepository repository, Optional<Checkout> checkout) {}
