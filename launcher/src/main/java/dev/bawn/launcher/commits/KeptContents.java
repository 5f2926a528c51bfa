package dev.bawn.launcher.commits;

import dev.bawn.launcher.review.Blob;
import dev.bawn.launcher.review.Contents;
import dev.bawn.launcher.review.Layers;
import dev.bawn.launcher.review.RawPath;
import dev.bawn.launcher.workspace.BaseDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Decides which contents the repository of a project keeps: those that its index or a commit has.
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
    return blobs.keySet();
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
