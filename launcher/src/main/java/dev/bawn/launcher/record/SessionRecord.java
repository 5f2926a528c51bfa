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
 * What a session is, once it is written down: the first part of its {@code plan.json}.
 *
 * @param name its own
 * @param created when it was planned first
 * @param project the directory on the host that it works on; nothing for an empty workspace
 * @param inside the path of its workspace inside
 * @param workspace what it has in the project's place
 * @param changes the directory that holds what it wrote: the upper directory of an overlay, or the
 *     files of an empty workspace; nothing for the others, which keep nothing apart
 * @param tool the tool that it runs, or {@code command}
 * @param home the directory on the host that it has as its home; nothing where that was ephemeral
 * @param options the options that it was started with, as words, with absolute paths
 * @param command the command of the caller's own, as far as it can be written down: bytes that are
 *     not UTF-8 are lost
 * @param sources the paths of the host that were named for it; nothing where a bawn stored it that
 *     recorded none
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
    Optional<RecordedSources> sources) {

  public SessionRecord {
    options = List.copyOf(options);
    command = List.copyOf(command);
  }

  /** The tags that it was started with. */
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
   * The repositories in a bound project that were created or replaced since the session began: it
   * can have set which commands git runs there.
   */
  public List<Path> laterRepositories() {
    return recordsRepositories()
        ? sources.orElseThrow().laterRepositories(project.orElseThrow())
        : List.of();
  }

  /** Whether another directory lies at the project's path than when the session began. */
  public boolean isOnAnotherProject() {
    return sources.isPresent() && project.filter(sources.get()::isReplaced).isPresent();
  }

  /** Whether a repository of its project is one of those. */
  public boolean precedes(MountSource repository) {
    return recordsRepositories() && !beganWith(repository);
  }

  /** Whether this is recorded of a repository of its project. */
  public boolean beganWith(MountSource repository) {
    return sources.isPresent() && sources.get().holds(repository.path(), repository.identity());
  }

  /**
   * An older bawn recorded none, and began no session without a {@code .git} but by this option.
   */
  private boolean recordsRepositories() {
    return workspace == WorkspaceKind.BIND
        && project.isPresent()
        && sources.isPresent()
        && (options.contains(Permission.BIND_ANYWAY.word())
            || sources.get().has(project.get().resolve(".git")));
  }
}
