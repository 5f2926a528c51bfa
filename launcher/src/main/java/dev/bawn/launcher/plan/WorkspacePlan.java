package dev.bawn.launcher.plan;

import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.sandbox.HostPath;
import dev.bawn.contract.sandbox.InsidePath;
import dev.bawn.contract.sandbox.SandboxStep;
import dev.bawn.launcher.mount.MountSource;
import dev.bawn.launcher.mount.ProjectDirectory;
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

  /** The directory of a workspace without a project. */
  private static final Path EMPTY_BASE = Path.of("/work");

  /**
   * Plans a workspace.
   *
   * @param kept the session's directory for it
   * @param directory the directory of the session's records
   * @throws Refused if the project does not permit this kind of workspace
   */
  static WorkspacePlan of(SessionFacts request, Path kept, Path directory) {
    Path inside = inside(request);
    WorkspaceKind kind = request.options().workspace();
    if (kind == WorkspaceKind.EMPTY && !request.options().masks().isEmpty()) {
      throw new Refused(
          "an empty workspace has no file of the project to hide",
          "leave out --mask; a setting may add it: bawn config show");
    }
    if (!kind.hides() && !request.options().masks().isEmpty()) {
      throw new Refused(
          "bawn cannot hide files in a workspace '"
              + kind.word()
              + "': a program that saves a file makes it visible again",
          "use an overlay, which hides by name: leave out --workspace");
    }
    if (!kind.hides() && !request.survey().masked().isEmpty()) {
      throw new Refused(
          "the project has '" + request.survey().masked().getFirst() + "', which is hidden",
          "leave out --workspace: an overlay hides it; or see hidden_paths: bawn config show");
    }
    if (kind.isLayered()) {
      return overlay(request, kept, inside);
    }
    if (kind == WorkspaceKind.EMPTY) {
      Path files = kept.resolve("files");
      SandboxStep bind = request.kept().at(files).writable(inside);
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
      return readOnly(request, directory, inside);
    }
    return bind(request, inside);
  }

  private static Path inside(SessionFacts request) {
    Optional<Path> base = request.options().mountBase();
    if (request.project().isEmpty()) {
      return base.orElse(EMPTY_BASE).resolve(request.name().text());
    }
    ProjectDirectory project = request.project().get();
    return base.isPresent() ? below(base.get(), request, project) : project.path();
  }

  /** The path of the workspace below a base. A session keeps its path, even under another name. */
  private static Path below(Path base, SessionFacts request, ProjectDirectory project) {
    return request
        .earlier()
        .map(earlier -> earlier.inside().normalize())
        .filter(before -> base.equals(before.getParent()))
        .orElseGet(
            () -> base.resolve(request.isNamed() ? request.name().text() : project.baseName()));
  }

  private static WorkspacePlan overlay(SessionFacts request, Path kept, Path inside) {
    Path upper = kept.resolve("upper");
    Path work = kept.resolve("work");
    List<Path> directories = new ArrayList<>(List.of(upper, work));
    Optional<Path> masks = masks(request, kept);
    masks.ifPresent(directories::add);
    Optional<RepositoryCopy> repository = repository(request, kept);
    List<SandboxStep> steps = borrowed(request);
    steps.add(
        new SandboxStep.Overlay(
            layers(request, lowest(request, kept), masks, repository),
            request.kept().at(upper).host(),
            request.kept().at(work).host(),
            new InsidePath(inside.toString())));
    return new WorkspacePlan(
        inside, Optional.of(upper), directories, masks, repository, steps, Optional.empty());
  }

  private static Optional<Path> masks(SessionFacts request, Path kept) {
    return request.survey().covered().isEmpty()
        ? Optional.empty()
        : Optional.of(kept.resolve(SessionMasks.LAYER));
  }

  private static Optional<RepositoryCopy> repository(SessionFacts request, Path kept) {
    return request
        .borrowed()
        .map(each -> new RepositoryCopy(kept.resolve(RepositoryLayer.NAME), each.source()));
  }

  private static List<SandboxStep> borrowed(SessionFacts request) {
    List<SandboxStep> steps = new ArrayList<>();
    request
        .borrowed()
        .flatMap(BorrowedRepository::objects)
        .ifPresent(objects -> steps.add(objects.files(BorrowedRepository.INSIDE)));
    return steps;
  }

  /** The lowest layer: the project, or a checkout. */
  private static HostPath lowest(SessionFacts request, Path kept) {
    return request.options().workspace().isCheckout()
        ? request.kept().at(kept.resolve(Checkout.FILES)).host()
        : request.project().orElseThrow().source().host();
  }

  /** The layers: the files, the masks, and the repository. */
  private static List<HostPath> layers(
      SessionFacts request,
      HostPath lowest,
      Optional<Path> masks,
      Optional<RepositoryCopy> repository) {
    List<HostPath> layers = new ArrayList<>();
    layers.add(lowest);
    masks.ifPresent(layer -> layers.add(request.kept().at(layer).host()));
    repository.ifPresent(copy -> layers.add(request.kept().at(copy.layer()).host()));
    return layers;
  }

  /** The project itself, read-only. */
  private static WorkspacePlan readOnly(SessionFacts request, Path kept, Path inside) {
    Optional<Path> masks = masks(request, kept);
    Optional<RepositoryCopy> repository = repository(request, kept);
    List<SandboxStep> steps = borrowed(request);
    steps.add(
        masks.isPresent() || repository.isPresent()
            ? new SandboxStep.ReadOnlyOverlay(
                layers(request, lowest(request, kept), masks, repository),
                new InsidePath(inside.toString()))
            : request.project().orElseThrow().source().files(inside));
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
  private static WorkspacePlan bind(SessionFacts request, Path inside) {
    MountSource project = request.project().orElseThrow().source();
    List<SandboxStep> steps = new ArrayList<>();
    steps.add(project.writable(inside));
    requireGit(request);
    for (MountSource directory : request.parts().above()) {
      steps.add(
          new SandboxStep.Bind(
              SandboxStep.Manner.KEPT_IN_PLACE, directory.host(), at(inside, project, directory)));
    }
    for (MountSource repository : request.parts().repositories()) {
      steps.add(
          new SandboxStep.Bind(
              SandboxStep.Manner.KEPT_READ_ONLY,
              repository.host(),
              at(inside, project, repository)));
    }
    for (Path socket : request.parts().sockets()) {
      InsidePath at = new InsidePath(inside.resolve(socket).toString());
      steps.add(
          new SandboxStep.Bind(
              SandboxStep.Manner.KEPT_READ_ONLY, request.parts().nothing().host(), at));
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
  private static void requireGit(SessionFacts request) {
    if (request.survey().git() == DotGit.LINK) {
      throw new Refused(
          "the .git of this project is a link, which a session could change",
          "use an overlay: leave out --workspace bind");
    }
    boolean there = request.survey().git() == DotGit.THERE;
    if (!there && !request.options().has(Permission.BIND_ANYWAY)) {
      throw new Refused(
          "the project has no .git, so bawn could not show what the session changes",
          "use an overlay, or add --bind-anyway");
    }
  }
}
