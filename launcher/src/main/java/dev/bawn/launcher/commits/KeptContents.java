package dev.bawn.launcher.commits;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.bawn.launcher.review.Blob;
import dev.bawn.launcher.review.Contents;
import dev.bawn.launcher.review.GitBlob;
import dev.bawn.launcher.review.Layers;
import dev.bawn.launcher.review.RawPath;
import dev.bawn.launcher.workspace.BaseDirectory;
import dev.bawn.launcher.workspace.GitRepository;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Decides which contents the repository of a project, or a submodule of it, keeps: those that its
 * index or a commit has.
 *
 * @param layers of a session in the project
 * @param upper the upper layer of the session
 */
public record KeptContents(Layers layers, Path upper) {

  /** The paths whose contents the repository does not keep. */
  public Set<RawPath> lack(Collection<RawPath> paths, Contents contents) throws IOException {
    Map<RawPath, Blob> blobs = layers.unstaged(paths, contents);
    if (!blobs.isEmpty() && layers.repository().isPresent()) {
      Set<String> lacking =
          new ProjectCommits(layers.repository().get(), BaseDirectory.beside(upper))
              .lack(blobs.values().stream().map(Blob::id).collect(Collectors.toSet()));
      blobs.values().removeIf(each -> !lacking.contains(each.id()));
    }
    if (!blobs.isEmpty() && layers.repository().isPresent()) {
      removeKeptBySubmodules(blobs, layers.repository().get());
    }
    return blobs.keySet();
  }

  /** Tells whether the repository keeps a file with these bytes. */
  public boolean keep(byte[] content) throws IOException {
    Path base = BaseDirectory.beside(upper);
    return layers.repository().isPresent()
        && new ProjectCommits(layers.repository().get(), base)
            .lack(Set.of(GitBlob.idOf(content, BaseDirectory.usesSha256(base))))
            .isEmpty();
  }

  /** A submodule that is checked out keeps the contents of its files in a repository of its own. */
  private void removeKeptBySubmodules(Map<RawPath, Blob> blobs, GitRepository project)
      throws IOException {
    Map<GitRepository, Set<RawPath>> nested = new HashMap<>();
    for (RawPath path : blobs.keySet()) {
      String below = layers.repositoryPrefix() + path.bytes();
      Path file = project.top().resolve(new String(below.getBytes(ISO_8859_1), UTF_8));
      GitRepository.of(file.getParent())
          .filter(each -> !each.top().equals(project.top()) && each.top().startsWith(project.top()))
          .ifPresent(each -> nested.computeIfAbsent(each, _ -> new HashSet<>()).add(path));
    }
    for (Map.Entry<GitRepository, Set<RawPath>> each : nested.entrySet()) {
      Set<String> ids =
          each.getValue().stream().map(path -> blobs.get(path).id()).collect(Collectors.toSet());
      ids.removeAll(new ProjectCommits(each.getKey(), BaseDirectory.beside(upper)).lack(ids));
      blobs
          .entrySet()
          .removeIf(blob ->
              each.getValue().contains(blob.getKey()) && ids.contains(blob.getValue().id()));
    }
  }

  /** The files and links among these whose content in the project was in a commit at that time. */
  public Set<RawPath> ofCommitsAt(Collection<RawPath> paths, Instant time) throws IOException {
    Map<RawPath, Blob> blobs = layers.blobs(paths, layers::useProject);
    if (blobs.isEmpty() || layers.repository().isEmpty()) {
      return Set.of();
    }
    Set<String> found =
        new ProjectCommits(layers.repository().get(), BaseDirectory.beside(upper))
            .atTheTime(blobs.values().stream().map(Blob::id).collect(Collectors.toSet()), time);
    blobs.values().removeIf(each -> !found.contains(each.id()));
    return blobs.keySet();
  }
}
