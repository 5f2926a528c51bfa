package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.FileStatus;
import dev.bawn.launcher.linux.OpenDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A change, and why it needs a second look.
 *
 * @param change what was changed
 * @param hazards empty for most
 * @param others what others did to the same file since the session began
 */
public record Reviewed(Change change, Set<Hazard> hazards, Others others) {

  /** All these changes. */
  public static List<Reviewed> all(Layers layers, List<Change> changes) throws IOException {
    Hazards hazards = new Hazards(layers);
    List<Reviewed> all = new ArrayList<>(changes.size());
    for (Change change : changes) {
      all.add(new Reviewed(change, hazards.of(change), layers.others(change.path())));
    }
    return all;
  }

  /**
   * Repositories in a project that a session wrote to itself.
   *
   * @param project its directory
   * @param repositories paths in it
   */
  public static List<Reviewed> repositories(Path project, List<Path> repositories)
      throws IOException {
    List<Reviewed> all = new ArrayList<>();
    try (OpenDirectory top = OpenDirectory.at(project)) {
      for (Path repository : repositories) {
        RawPath path = RawPath.of(project.relativize(repository).toString());
        try (OpenDirectory parent = top.beneath(path.parent().bytes())) {
          Optional<FileStatus> status = parent.look(path.name());
          if (status.isPresent()) {
            Change change = new Change.Added(path, status.get());
            all.add(new Reviewed(change, EnumSet.of(Hazard.REPOSITORY), Others.NOTHING));
          }
        }
      }
    }
    return all;
  }

  /** Whether it is about a repository's own files. */
  public boolean isOfGit() {
    return hazards.contains(Hazard.GIT);
  }

  /** Whether nothing speaks against it. */
  public boolean isHarmless() {
    return hazards.equals(EnumSet.noneOf(Hazard.class));
  }
}
