package dev.bawn.launcher.plan;

import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.sandbox.HostPath;
import dev.bawn.contract.sandbox.InsidePath;
import dev.bawn.contract.sandbox.SandboxStep;
import dev.bawn.launcher.mount.MountSource;
import dev.bawn.launcher.record.Permission;
import dev.bawn.launcher.workspace.BorrowedRepository;
import dev.bawn.launcher.workspace.Checkout;
import dev.bawn.launcher.workspace.DotGit;
import dev.bawn.launcher.workspace.RepositoryLayer;
import dev.bawn.launcher.workspace.SessionMasks;
import dev.bawn.launcher.workspace.WorkspaceKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The workspace of a session. It reads no file.
 *
 * @param inside its path in the session
 * @param changes the upper layer, if there is one
 * @param directories the directories that must exist before the start
 * @param masks the layer with the masks, if files are hidden
 * @param repository the repository that is made for it, if it needs one
 * @param steps the steps for bubblewrap
 * @param lock a directory that no other session may write at the same time
 */
record WorkspacePlan(
    Path inside,
    Optional<Path> changes,
    List<Path> directories,
    Optional<Path> masks,
    Optional<RepositoryCopy> repository,
    List<SandboxStep> steps,
    Optional<Path> lock) {

  /**
   * Plans a workspace.
   *
   * @param kept the session's directory for it
   * @param directory the directory of the session's records
   * @throws Refused if the project does not permit this kind of workspace
   */
  static WorkspacePlan of(SessionFacts facts, Path kept, Path directory) {
    Path inside =
        WorkspacePath.of(
            facts.options().mountBase(),
            facts.project(),
            facts.name(),
            facts.isNamed(),
            facts.earlier());
    WorkspaceKind kind = facts.options().workspace();
    if (kind == WorkspaceKind.EMPTY && !facts.options().masks().isEmpty()) {
      throw new Refused(
          "an empty workspace has no file of the project to hide",
          "leave out --mask; a setting may add it: bawn config show");
    }
    if (!kind.hides() && !facts.options().masks().isEmpty()) {
      throw new Refused(
          "bawn cannot hide files in a workspace '"
              + kind.word()
              + "': a program that saves a file makes it visible again",
          "use an overlay, which hides by name: --workspace overlay");
    }
    if (!kind.hides() && !facts.survey().masked().isEmpty()) {
      throw new Refused(
          "the project has '" + facts.survey().masked().getFirst() + "', which is hidden",
          "use an overlay, which hides it: --workspace overlay; or see hidden_paths: bawn config show");
    }
    if (kind.isLayered()) {
      return overlay(facts, kept, inside);
    }
    if (kind == WorkspaceKind.EMPTY) {
      Path files = kept.resolve("files");
      SandboxStep bind = facts.kept().at(files).writable(inside);
      return new WorkspacePlan(
          inside,
          Optional.of(files),
          List.of(files),
          Optional.empty(),
          Optional.empty(),
          List.of(bind),
          Optional.empty());
    }
    if (kind == WorkspaceKind.READONLY) {
      return readOnly(facts, directory, inside);
    }
    return bind(facts, inside);
  }

  private static WorkspacePlan overlay(SessionFacts facts, Path kept, Path inside) {
    Path upper = kept.resolve("upper");
    Path work = kept.resolve("work");
    List<Path> directories = new ArrayList<>(List.of(upper, work));
    Optional<Path> masks = masks(facts, kept);
    masks.ifPresent(directories::add);
    Optional<RepositoryCopy> repository = repository(facts, kept);
    List<SandboxStep> steps = borrowed(facts);
    steps.add(
        new SandboxStep.Overlay(
            layers(facts, lowest(facts, kept), masks, repository),
            facts.kept().at(upper).host(),
            facts.kept().at(work).host(),
            new InsidePath(inside.toString())));
    return new WorkspacePlan(
        inside, Optional.of(upper), directories, masks, repository, steps, Optional.empty());
  }

  private static Optional<Path> masks(SessionFacts facts, Path kept) {
    return facts.survey().covered().isEmpty()
        ? Optional.empty()
        : Optional.of(kept.resolve(SessionMasks.LAYER));
  }

  private static Optional<RepositoryCopy> repository(SessionFacts facts, Path kept) {
    return facts
        .borrowed()
        .map(each -> new RepositoryCopy(kept.resolve(RepositoryLayer.NAME), each.source()));
  }

  private static List<SandboxStep> borrowed(SessionFacts facts) {
    List<SandboxStep> steps = new ArrayList<>();
    facts
        .borrowed()
        .flatMap(BorrowedRepository::objects)
        .ifPresent(objects -> steps.add(objects.files(BorrowedRepository.INSIDE)));
    return steps;
  }

  /** The lowest layer: the project, or a checkout. */
  private static HostPath lowest(SessionFacts facts, Path kept) {
    return facts.options().workspace().isCheckout()
        ? facts.kept().at(kept.resolve(Checkout.FILES)).host()
        : facts.project().orElseThrow().source().host();
  }

  /** The layers: the files, the masks, and the repository. */
  private static List<HostPath> layers(
      SessionFacts facts,
      HostPath lowest,
      Optional<Path> masks,
      Optional<RepositoryCopy> repository) {
    List<HostPath> layers = new ArrayList<>();
    layers.add(lowest);
    masks.ifPresent(layer -> layers.add(facts.kept().at(layer).host()));
    repository.ifPresent(copy -> layers.add(facts.kept().at(copy.layer()).host()));
    return layers;
  }

  /** The project itself, read-only. */
  private static WorkspacePlan readOnly(SessionFacts facts, Path kept, Path inside) {
    Optional<Path> masks = masks(facts, kept);
    Optional<RepositoryCopy> repository = repository(facts, kept);
    List<SandboxStep> steps = borrowed(facts);
    steps.add(
        masks.isPresent() || repository.isPresent()
            ? new SandboxStep.ReadOnlyOverlay(
                layers(facts, lowest(facts, kept), masks, repository),
                new InsidePath(inside.toString()))
            : facts.project().orElseThrow().source().files(inside));
    return new WorkspacePlan(
        inside,
        Optional.empty(),
        masks.stream().toList(),
        masks,
        repository,
        steps,
        Optional.empty());
  }

  /** The project itself, writable. */
  private static WorkspacePlan bind(SessionFacts facts, Path inside) {
    MountSource project = facts.project().orElseThrow().source();
    List<SandboxStep> steps = new ArrayList<>();
    steps.add(project.writable(inside));
    requireGit(facts);
    for (MountSource directory : facts.parts().above()) {
      steps.add(
          new SandboxStep.Bind(
              SandboxStep.Manner.KEPT_IN_PLACE, directory.host(), at(inside, project, directory)));
    }
    for (MountSource repository : facts.parts().repositories()) {
      steps.add(
          new SandboxStep.Bind(
              SandboxStep.Manner.KEPT_READ_ONLY,
              repository.host(),
              at(inside, project, repository)));
    }
    for (Path socket : facts.parts().sockets()) {
      InsidePath at = new InsidePath(inside.resolve(socket).toString());
      steps.add(
          new SandboxStep.Bind(
              SandboxStep.Manner.KEPT_READ_ONLY, facts.parts().nothing().host(), at));
    }
    return new WorkspacePlan(
        inside,
        Optional.empty(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        steps,
        Optional.of(project.path()));
  }

  private static InsidePath at(Path inside, MountSource project, MountSource part) {
    return new InsidePath(inside.resolve(project.path().relativize(part.path())).toString());
  }

  /** Requires git, which alone could show and undo changes of a session in the project itself. */
  private static void requireGit(SessionFacts facts) {
    if (facts.survey().git() == DotGit.LINK) {
      throw new Refused(
          "the .git of this project is a link, which a session could change",
          "use an overlay: --workspace overlay");
    }
    boolean there = facts.survey().git() == DotGit.THERE;
    if (!there && !facts.options().has(Permission.BIND_ANYWAY)) {
      throw new Refused(
          "the project has no .git, so bawn could not show the changes of the session",
          "use an overlay: --workspace overlay; or add --bind-anyway");
    }
  }
}
