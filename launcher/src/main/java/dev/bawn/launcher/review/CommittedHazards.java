package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.FileStatus;
import dev.bawn.launcher.linux.RawName;
import dev.bawn.launcher.workspace.SessionMasks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The severe hazards of files in commits, which take effect once the user checks them out. */
public final class CommittedHazards implements AutoCloseable {

  private final HazardousNames names = HazardousNames.read();
  private final Map<RawPath, Set<String>> links;
  private final Set<RawPath> directories = new HashSet<>();
  private final ReferencedPaths referenced;
  private final Places project;
  private final Places session;
  private final LinkTarget targets;

  /**
   * Opens the layers that links in the commits may lead through.
   *
   * @param project its top
   * @param upper the session's upper layer
   * @param paths the files in the commits
   * @param links the links in all commits, each with its targets
   */
  public CommittedHazards(
      Path project, Path upper, Collection<RawPath> paths, Map<RawPath, Set<String>> links)
      throws IOException {
    this.links = links;
    for (RawPath link : links.keySet()) {
      RawPath directory = link.parent();
      while (directories.add(directory)) {
        directory = directory.parent();
      }
    }
    try (ProjectSettings settings = ProjectSettings.start(Optional.of(project))) {
      this.referenced = ReferencedPaths.of(settings, paths, names);
    }
    this.project = new Places(Optional.of(Layers.open(project, "the project")));
    this.session =
        new Places(Optional.of(Layers.open(upper, "the directory of the session's changes")));
    this.targets =
        new LinkTarget(List.of(this::committed, this.session::links, this.project::links));
  }

  private Optional<List<String>> committed(RawPath path) {
    return links.containsKey(path)
        ? Optional.of(List.copyOf(links.get(path)))
        : Optional.of(List.<String>of()).filter(_ -> directories.contains(path));
  }

  /** Tells whether git takes a directory of the project for a repository by its entries. */
  public static boolean isRepository(Path project, RawPath directory) throws IOException {
    try (Places places = new Places(Optional.of(Layers.open(project, "the project")))) {
      GitFiles git = GitFiles.with(places, List.of(directory.resolve(RawName.of("any"))));
      return git.closed(directory).filter(directory::equals).isPresent();
    }
  }

  /**
   * The first directory that becomes a git repository when all files of the commits are in the
   * project, or a repository of the project in which the commits change git's own files.
   *
   * @param project its top
   * @param files the files of all commits
   */
  public static Optional<RawPath> repository(Path project, Collection<RawPath> files)
      throws IOException {
    try (Places places = new Places(Optional.of(Layers.open(project, "the project")))) {
      GitFiles git = GitFiles.with(places, files);
      for (RawPath file : files) {
        Optional<RawPath> repository = git.isBeside(file) ? Optional.empty() : git.closed(file);
        if (repository.isPresent()) {
          return repository;
        }
      }
    }
    return Optional.empty();
  }

  /**
   * Returns the removed files that were hidden from the session. {@code git add -A} in the session
   * removes a hidden file that git tracks.
   *
   * @param upper the session's upper layer
   */
  public static List<RawPath> hidden(Path upper, Collection<RawPath> removed) {
    HiddenPaths hidden = SessionMasks.layer(upper).map(Layers::hidden).orElse(HiddenPaths.NONE);
    return removed.stream().filter(path -> hidden.covering(path).isPresent()).sorted().toList();
  }

  /** The severe hazard of a file in the commits, as a label; empty if it has none. */
  public Optional<String> of(RawPath path) {
    if (leadsOut(path)) {
      return Optional.of(Hazard.LEADS_OUT.label());
    }
    return HazardousNames.moreSevere(
            names.reason(path), referenced.reason(path, links.containsKey(path)))
        .filter(reason -> reason.hazard().isSevere())
        .map(reason -> reason.hazard().label() + ": " + reason.actor());
  }

  /**
   * What the project has at the path of a file, or in place of one of its directories.
   *
   * @return a path; empty if the file can be added without replacing anything
   */
  public Optional<RawPath> inPlaceOf(RawPath file) throws IOException {
    RawPath at = RawPath.TOP;
    for (RawName name : file.names()) {
      at = at.resolve(name);
      Optional<FileStatus> there = project.look(at);
      if (there.isEmpty()) {
        return Optional.empty();
      }
      if (!there.get().is(FileKind.DIRECTORY)) {
        return Optional.of(at);
      }
    }
    return Optional.of(file);
  }

  /**
   * Tells whether a link leads out of the project. A link with an unreadable directory on its way
   * counts as one that does.
   */
  private boolean leadsOut(RawPath path) {
    try {
      for (String target : links.getOrDefault(path, Set.of())) {
        if (targets.leadsOut(path, target)) {
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  @Override
  public void close() {
    project.close();
    session.close();
  }
}
