package dev.bawn.launcher.plan;

import dev.bawn.launcher.mount.ProjectDirectory;
import dev.bawn.launcher.record.SessionName;
import dev.bawn.launcher.record.SessionRecord;
import java.nio.file.Path;
import java.util.Optional;

/** The path of the workspace in a session: that of the project, unless the caller moves it. */
public final class WorkspacePath {

  /** The directory of a workspace without a project. */
  private static final Path EMPTY_BASE = Path.of("/work");

  private WorkspacePath() {}

  /**
   * The path of a workspace. A session keeps its path, even under another name.
   *
   * @param base the directory in the session below which the workspace is; empty for the path of
   *     the project
   * @param isNamed whether the caller chose the name
   * @param earlier the record of the session, if this is not its first start
   */
  public static Path of(
      Optional<Path> base,
      Optional<ProjectDirectory> project,
      SessionName name,
      boolean isNamed,
      Optional<SessionRecord> earlier) {
    if (project.isEmpty()) {
      return base.orElse(EMPTY_BASE).resolve(name.text());
    }
    if (base.isEmpty()) {
      return project.get().path();
    }
    return earlier
        .map(record -> record.inside().normalize())
        .filter(before -> base.get().equals(before.getParent()))
        .orElseGet(() -> base.get().resolve(isNamed ? name.text() : project.get().baseName()));
  }
}
