package dev.bawn.launcher.record;

import dev.bawn.launcher.mount.MountSource;
import dev.bawn.launcher.mount.RecordedSources;
import dev.bawn.launcher.workspace.WorkspaceKind;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The record of a session: the first part of its {@code plan.json}.
 *
 * @param name its name
 * @param created the time at which it was first planned
 * @param project its directory on the host; empty for an empty workspace
 * @param inside the path of its workspace in the session
 * @param workspace the kind of workspace
 * @param changes the directory with the session's files: the upper layer of an overlay, or the
 *     files of an empty workspace; empty for the other kinds
 * @param tool the tool that it runs, or {@code command}
 * @param home its home directory on the host; empty if that was ephemeral
 * @param options the options of its start, as arguments, with absolute paths
 * @param command the caller's command; bytes that are not UTF-8 are lost
 * @param prompt for the first start of its tool, if the caller gave one
 * @param sources the named paths of the host; empty if a version of bawn without such a record
 *     stored it
 * @param agent the agent of the session; empty for a session under the caller's own user
 */
public record SessionRecord(
    SessionName name,
    Instant created,
    Optional<Path> project,
    Path inside,
    WorkspaceKind workspace,
    Optional<Path> changes,
    String tool,
    Optional<Path> home,
    List<String> options,
    List<String> command,
    Optional<Prompt> prompt,
    Optional<RecordedSources> sources,
    Optional<AgentProject> agent) {

  public SessionRecord {
    options = List.copyOf(options);
    command = List.copyOf(command);
  }

  /** The record of a session without a prompt. */
  public SessionRecord(
      SessionName name,
      Instant created,
      Optional<Path> project,
      Path inside,
      WorkspaceKind workspace,
      Optional<Path> changes,
      String tool,
      Optional<Path> home,
      List<String> options,
      List<String> command,
      Optional<RecordedSources> sources,
      Optional<AgentProject> agent) {
    this(
        name,
        created,
        project,
        inside,
        workspace,
        changes,
        tool,
        home,
        options,
        command,
        Optional.empty(),
        sources,
        agent);
  }

  /** The tags of its start. */
  public List<Tag> tags() {
    List<Tag> tags = new ArrayList<>();
    for (String word : options) {
      if (word.startsWith(Tag.OPTION + "=")) {
        Tag.read(word.substring(Tag.OPTION.length() + 1)).ifPresent(tags::add);
      }
    }
    return tags;
  }

  /**
   * The repositories in a bound project that were created or replaced since the session began: the
   * session may have set the commands that git runs there.
   */
  public List<Path> laterRepositories() {
    return recordsRepositories()
        ? sources.orElseThrow().laterRepositories(project.orElseThrow())
        : List.of();
  }

  /**
   * Tells whether the project's path leads to another directory than at the start of the session.
   */
  public boolean isOnAnotherProject() {
    return sources.isPresent() && project.filter(sources.get()::isReplaced).isPresent();
  }

  /** Tells whether a repository of its project was created or replaced since the session began. */
  public boolean precedes(MountSource repository) {
    return recordsRepositories() && !beganWith(repository);
  }

  /** Tells whether the record contains this repository of its project. */
  public boolean beganWith(MountSource repository) {
    return sources.isPresent() && sources.get().holds(repository.path(), repository.identity());
  }

  /**
   * Tells whether repositories are recorded. An older bawn recorded none; without this option it
   * started no session in a project without a {@code .git}.
   */
  private boolean recordsRepositories() {
    return workspace == WorkspaceKind.BIND
        && project.isPresent()
        && sources.isPresent()
        && (options.contains(Permission.BIND_ANYWAY.word())
            || sources.get().has(project.get().resolve(".git")));
  }
}
