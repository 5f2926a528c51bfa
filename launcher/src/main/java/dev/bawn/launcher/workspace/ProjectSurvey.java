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
 * What was found in a project before it is planned.
 *
 * @param git what it has as its {@code .git}
 * @param masked what is not to be seen of it, relative to its top; of a directory nothing that lies
 *     below it
 * @param absent names that a mask fixes and that the project does not have yet, relative to its top
 * @param secrets files with a secret name, whether they are hidden or not
 * @param tracked those of them that git tracks
 * @param unlisted directories among the masked ones that are masked because they cannot be listed
 * @param idle patterns of what is not to be seen that nothing in the project fits
 * @param foreign one of its first entries that is another user's or group's, relative to its top:
 *     an overlay shows it, and cannot have it changed (EOVERFLOW)
 */
public record ProjectSurvey(
    DotGit git,
    List<Path> masked,
    List<Path> absent,
    List<Path> secrets,
    List<Path> tracked,
    List<Path> unlisted,
    List<String> idle,
    Optional<Path> foreign) {

  /** Of no project. */
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

  /** All names that a session must not see, whether they exist or not. */
  public List<Path> covered() {
    List<Path> covered = new ArrayList<>(masked);
    covered.addAll(absent);
    return covered;
  }

  /**
   * The same, and these are not to be seen either.
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
   * Looks at a project.
   *
   * @param uid whose files a session can change
   * @param gid whose group's
   * @throws Refused if there are masks, and the project itself cannot be listed
   */
  public static ProjectSurvey of(ProjectDirectory project, SessionMasks masks, Uid uid, Uid gid) {
    return of(project.path(), masks, List.of(), uid, gid);
  }

  private static ProjectSurvey of(
      Path project, SessionMasks masks, List<Path> known, Uid uid, Uid gid) {
    return new ProjectWalk(project, masks, known, uid, gid).survey();
  }

  /**
   * Looks at a project, and at which of its files have a secret name: at the top, and where git
   * tracks files; everywhere, where that cannot be told.
   *
   * @param hides whether those are hidden
   * @throws Refused if the project itself cannot be listed
   */
  public static ProjectSurvey withSecrets(
      Path project, SessionMasks masks, boolean hides, Uid uid, Uid gid) {
    Optional<SecretSearch.Found> found = SecretSearch.in(project);
    if (found.isEmpty()) {
      SessionMasks all = hides ? new SessionMasks(true, true, masks.patterns()) : masks;
      ProjectSurvey survey = of(project, all, List.of(), uid, gid);
      return survey.with(hides ? survey.masked : List.of(), List.of(), survey.unlisted);
    }
    List<Path> secrets = found.get().found();
    if (!hides) {
      return of(project, masks, List.of(), uid, gid).with(secrets, List.of(), List.of());
    }
    // a file that has other names is hidden under all of them
    boolean walks = !masks.isEmpty() || found.get().haveOtherNames(project);
    List<Path> hidden = new ArrayList<>(secrets);
    hidden.addAll(SecretSearch.likely(secrets));
    return of(project, masks, walks ? secrets : List.of(), uid, gid)
        .hiding(project, hidden)
        .with(secrets, TrackedDirectories.tracked(project, secrets), found.get().unlisted());
  }

  private ProjectSurvey with(List<Path> secret, List<Path> known, List<Path> closed) {
    Set<Path> all = new LinkedHashSet<>(unlisted);
    all.addAll(closed);
    return new ProjectSurvey(git, masked, absent, secret, known, List.copyOf(all), idle, foreign);
  }
}
