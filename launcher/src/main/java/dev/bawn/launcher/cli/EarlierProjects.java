package dev.bawn.launcher.cli;

import dev.bawn.contract.agent.Sha256;
import dev.bawn.launcher.config.ReplacedFile;
import dev.bawn.launcher.linux.Flock;
import dev.bawn.launcher.merge.WorkspaceLock;
import dev.bawn.launcher.record.SessionName;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The merges and the review of an agent in the earlier projects with the same name. An undo or a
 * decision about one project would change another, so each project has its own. Those of earlier
 * projects are in {@code earlier/KEY} in both directories; KEY begins the SHA-256 of the path of
 * the project, and the file {@code project} contains this path.
 *
 * @param name of the work of the agent
 * @param workspace with the merges
 * @param directory with the review and its drafts
 */
record EarlierProjects(SessionName name, Path workspace, Path directory) {

  private static final String PROJECT = "project";
  private static final String EARLIER = "earlier";

  /** The links of a workspace, which every command updates, and the files of this class. */
  private static final Set<String> FIXED = Set.of(PROJECT, EARLIER, "upper", "lower", "repository");

  private static final int OF_HASH = 16;

  /**
   * Sets the files of the last project aside if it is another one, and brings those of this project
   * back. The next call continues where this one is interrupted.
   *
   * @param project its path
   * @throws dev.bawn.contract.failure.Refused if another command works on the changes
   */
  void switchTo(String project) throws IOException {
    if (isPresent(project)) {
      return;
    }
    try (Flock _ = WorkspaceLock.take(workspace, name)) {
      String before = last();
      if (!before.isEmpty() && !before.equals(project)) {
        for (Path each : List.of(workspace, directory)) {
          setAside(each, before);
        }
      }
      ReplacedFile.write(workspace.resolve(PROJECT), project);
      for (Path each : List.of(workspace, directory)) {
        bringBack(each, project);
      }
    }
  }

  private boolean isPresent(String project) throws IOException {
    return last().equals(project)
        && !Files.exists(earlier(workspace, project))
        && !Files.exists(earlier(directory, project));
  }

  /** The path of the last project; empty if there is none. */
  private String last() throws IOException {
    try {
      return Files.readString(workspace.resolve(PROJECT));
    } catch (NoSuchFileException e) {
      return "";
    }
  }

  private static Path earlier(Path of, String project) {
    return of.resolve(EARLIER).resolve(Sha256.ofText(project).hex().substring(0, OF_HASH));
  }

  private static void setAside(Path from, String project) throws IOException {
    Path earlier = earlier(from, project);
    for (Path each : entries(from)) {
      if (!Files.exists(earlier)) {
        ReplacedFile.write(earlier.resolve(PROJECT), project);
      }
      Files.move(each, earlier.resolve(each.getFileName()));
    }
  }

  private static void bringBack(Path to, String project) throws IOException {
    Path earlier = earlier(to, project);
    for (Path each : entries(earlier)) {
      Files.move(each, to.resolve(each.getFileName()));
    }
    Files.deleteIfExists(earlier.resolve(PROJECT));
    Files.deleteIfExists(earlier);
    try {
      Files.deleteIfExists(to.resolve(EARLIER));
    } catch (DirectoryNotEmptyException e) {
      return; // other projects have files there
    }
  }

  private static List<Path> entries(Path directory) throws IOException {
    List<Path> entries = new ArrayList<>();
    if (Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
      try (DirectoryStream<Path> each =
          Files.newDirectoryStream(
              directory, path -> !FIXED.contains(path.getFileName().toString()))) {
        each.forEach(entries::add);
      }
    }
    return entries;
  }
}
