package dev.bawn.launcher.workspace;

import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.mount.ProjectDirectory;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The results of the search in a project, before a session is planned.
 *
 * @param git the kind of its {@code .git}
 * @param masked the files to hide, relative to its top; of a directory none of its entries
 * @param absent names that a mask covers and that do not exist yet, relative to its top
 * @param secrets files with a secret name, whether they are hidden or not
 * @param tracked the hidden files that git tracks
 * @param unlisted the masked directories that are masked because they cannot be listed
 * @param idle patterns of masks that match nothing in the project
 * @param foreign one of its first entries that belongs to another user or group, relative to its
 *     top: a session with an overlay can read it, but not change it (EOVERFLOW)
 */
public record ProjectSurvey(
    DotGit git,
    List<Path> masked,
    List<Path> absent,
    List<Path> secrets,
    List<Path> tracked,
    List<Path> unlisted,
    List<String> idle,
    Optional<Foreign> foreign) {

  /**
   * The first entry that was found to belong to another user or group.
   *
   * @param first relative to the top
   * @param isInOwnProject whether the project itself belongs to the user
   */
  public record Foreign(Path first, boolean isInOwnProject) {}

  /** The survey of a session without a project. */
  public static final ProjectSurvey NOTHING =
      new ProjectSurvey(
          DotGit.NONE,
          List.of(),
          List.of(),
          List.of(),
          List.of(),
          List.of(),
          List.of(),
          Optional.empty());

  public ProjectSurvey {
    masked = List.copyOf(masked);
    absent = List.copyOf(absent);
    secrets = List.copyOf(secrets);
    tracked = List.copyOf(tracked);
    unlisted = List.copyOf(unlisted);
    idle = List.copyOf(idle);
  }

  /** All names to hide, whether they exist or not. */
  public List<Path> covered() {
    List<Path> covered = new ArrayList<>(masked);
    covered.addAll(absent);
    return covered;
  }

  /**
   * This survey with more paths to hide.
   *
   * @param top of the project
   * @param paths relative to it
   */
  public ProjectSurvey hiding(Path top, List<Path> paths) {
    List<Path> there = new ArrayList<>(masked);
    List<Path> later = new ArrayList<>(absent);
    for (Path path : paths) {
      List<Path> some = Files.exists(top.resolve(path), LinkOption.NOFOLLOW_LINKS) ? there : later;
      if (!some.contains(path)) {
        some.add(path);
      }
    }
    return new ProjectSurvey(git, there, later, secrets, tracked, unlisted, idle, foreign);
  }

  /**
   * Searches a project.
   *
   * @param uid the user whose files a session can change
   * @param gid the group of that user
   * @throws Refused if there are masks, and the project itself cannot be listed
   */
  public static ProjectSurvey of(ProjectDirectory project, SessionMasks masks, Uid uid, Uid gid) {
    return walk(project.path(), masks, List.of(), uid, gid).tracking(project.path());
  }

  private static ProjectSurvey walk(
      Path project, SessionMasks masks, List<Path> known, Uid uid, Uid gid) {
    return new ProjectWalk(project, masks, known, uid, gid).survey();
  }

  /**
   * Searches a project, also for files with a secret name: at the top, and in directories with
   * tracked files; everywhere, if those are unknown.
   *
   * @param hides whether those are hidden
   * @throws Refused if the project itself cannot be listed
   */
  public static ProjectSurvey withSecrets(
      Path project, SessionMasks masks, boolean hides, Uid uid, Uid gid) {
    return searched(project, masks, hides, uid, gid).tracking(project);
  }

  private static ProjectSurvey searched(
      Path project, SessionMasks masks, boolean hides, Uid uid, Uid gid) {
    Optional<SecretSearch.Found> found = SecretSearch.in(project);
    if (found.isEmpty()) {
      SessionMasks all = hides ? new SessionMasks(true, true, masks.patterns()) : masks;
      ProjectSurvey survey = walk(project, all, List.of(), uid, gid);
      return survey.with(hides ? survey.masked : List.of(), List.of());
    }
    List<Path> secrets = found.get().found();
    if (!hides) {
      return walk(project, masks, List.of(), uid, gid).with(secrets, List.of());
    }
    // a file with several names is hidden under all of them
    boolean walks = !masks.isEmpty() || found.get().haveOtherNames(project);
    List<Path> hidden = new ArrayList<>(secrets);
    hidden.addAll(SecretSearch.likely(secrets));
    return walk(project, masks, walks ? secrets : List.of(), uid, gid)
        .hiding(project, hidden)
        .with(secrets, found.get().unlisted());
  }

  /** This survey with these secrets, and more directories that cannot be listed. */
  private ProjectSurvey with(List<Path> secret, List<Path> closed) {
    Set<Path> all = new LinkedHashSet<>(unlisted);
    all.addAll(closed);
    return new ProjectSurvey(git, masked, absent, secret, tracked, List.copyOf(all), idle, foreign);
  }

  /** This survey with the hidden files that git tracks. */
  private ProjectSurvey tracking(Path project) {
    List<Path> found = TrackedDirectories.tracked(project, masked);
    return new ProjectSurvey(git, masked, absent, secrets, found, unlisted, idle, foreign);
  }
}
