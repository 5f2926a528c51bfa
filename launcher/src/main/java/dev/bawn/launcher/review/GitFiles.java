package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.RawName;
import dev.bawn.launcher.mount.RepositoryEntries;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What git reads as its own: a change there makes the next git command do something. That is what
 * lies in {@code .git}, and in every directory that git takes for a repository by what is in it,
 * whether the project or the session has put each part there. What the session removed counts too:
 * a merge of a few paths may leave it in the project.
 */
public final class GitFiles {

  private static final String DOT_GIT = ".git";

  /** The index of the repository at the top. */
  public static final RawPath TOP_INDEX = RawPath.of(DOT_GIT + "/index");

  /** In bytes, of an index that is read: half a million entries. */
  public static final int LARGEST_INDEX = 64 << 20;

  private static final String LOGS = "logs";
  private static final String REFS = "refs";

  /** The log of the stash is the list of stashes: the reference names only the last. */
  public static final String STASHES = LOGS + "/" + REFS + "/stash";

  private static final List<String> LIST_OF_STASHES = List.of(STASHES.split("/"));

  private static final String REMOTES = "remotes";
  public static final String WORKTREES = "worktrees";
  public static final String MODULES = "modules";
  private static final String OBJECTS = "objects";

  private static final Pattern REFERENCES = Pattern.compile("/refs/(heads|tags|remotes)/");

  private static final Set<String> WITH_REFERENCES =
      Set.of(REFS, LOGS, "reftable", "rebase-merge", "rebase-apply", WORKTREES, MODULES);

  /** See gitrepository-layout(5). */
  private static final Pattern OF_OBJECTS = Pattern.compile("[0-9a-f]{2}|pack|info");

  private final Places project;
  private final Set<RawPath> directories = new HashSet<>();
  private final Map<RawPath, Set<String>> parts = new HashMap<>();
  private final Map<RawPath, Optional<RawPath>> repositories = new HashMap<>();

  /**
   * @param project the project as it is now
   * @param changes all changes of a session, also those that are not merged now
   */
  GitFiles(Places project, List<Change> changes) {
    this(project);
    changes.forEach(change -> add(change.path(), change.statusAfter().isPresent()));
  }

  /**
   * @param project the project as it is now
   * @param paths of files that come to it, each with the directories in which it lies
   */
  static GitFiles with(Places project, Collection<RawPath> paths) {
    GitFiles all = new GitFiles(project);
    paths.forEach(path -> all.add(path, true));
    return all;
  }

  private GitFiles(Places project) {
    this.project = project;
    directories.add(RawPath.TOP);
  }

  private void add(RawPath path, boolean isThere) {
    RawPath each = path;
    boolean isNew = true;
    while (isNew && !each.equals(RawPath.TOP)) {
      RawPath parent = each.parent();
      if (isThere) {
        Optional<String> part = RepositoryEntries.part(each.name().bytes());
        if (part.isPresent()) {
          parts.computeIfAbsent(parent, _ -> new HashSet<>()).add(part.get());
        }
      }
      isNew = directories.add(parent);
      each = parent;
    }
  }

  /** Whether a path lies in a {@code .git}, the project's or one within it, in whatever case. */
  public static boolean areInDotGit(RawPath path) {
    // most paths have no dot, and there may be many
    return path.bytes().indexOf('.') >= 0
        && ("/" + path.bytes() + "/").toLowerCase(Locale.ROOT).contains("/" + DOT_GIT + "/");
  }

  private static boolean isDotGit(RawPath path) {
    String bytes = path.bytes();
    return isDotGit(bytes.substring(bytes.lastIndexOf('/') + 1));
  }

  static boolean isDotGit(String name) {
    return name.equalsIgnoreCase(DOT_GIT);
  }

  /**
   * Whether a change there means that the session committed something, or changed its branch: a
   * reference of any repository in the project, see gitrepository-layout(5). Commits of remotes are
   * in their repositories. A branch, a worktree and a submodule may have the name of any directory
   * of git's. Where a path can be read in two ways, it counts.
   */
  public static boolean areCommitsOf(RawPath path) {
    return inGitDirectories(path).anyMatch(GitFiles::nameCommits);
  }

  private static boolean nameCommits(List<String> names) {
    int size = names.size();
    return switch (names.getFirst()) {
      case REFS -> size > 1 && !names.get(1).equals(REMOTES);
      case "reftable" -> true;
      case LOGS -> names.equals(LIST_OF_STASHES);
      // what git-rebase(1) stashes before it begins stands there until it has ended
      case "rebase-merge", "rebase-apply" -> size == 2 && names.getLast().equals("autostash");
      case "HEAD", "packed-refs", "MERGE_AUTOSTASH" -> size == 1;
      default -> false;
    };
  }

  /**
   * Whether such a file may lie there. Most directories of git's have none, and a session can write
   * any number of files there.
   */
  static boolean mayNameCommits(RawPath path, boolean isDirectory) {
    if (!isDirectory) {
      return areCommitsOf(path);
    }
    List<List<String>> readings = inGitDirectories(path).toList();
    return readings.isEmpty()
        || readings.stream().anyMatch(names -> WITH_REFERENCES.contains(names.getFirst()))
            && readings.stream().noneMatch(GitFiles::areObjects);
  }

  private static boolean areObjects(List<String> names) {
    return names.size() == 2
        && names.getFirst().equals(OBJECTS)
        && OF_OBJECTS.matcher(names.getLast()).matches();
  }

  /** Whether a path is the list of the stashes of a repository. */
  public static boolean areStashesOf(RawPath path) {
    return inGitDirectories(path).anyMatch(LIST_OF_STASHES::equals);
  }

  /**
   * Whether a path is the index of a work tree: of a repository, of a linked worktree or of a
   * submodule, see gitrepository-layout(5).
   */
  public static boolean areIndexOf(RawPath path) {
    return inGitDirectories(path).anyMatch(List.of("index")::equals)
        && !REFERENCES.matcher(path.bytes()).find();
  }

  /**
   * A path as git may read it: relative to each directory that can be one of a repository, of a
   * linked worktree or of a submodule, whose name may have slashes.
   */
  private static Stream<List<String>> inGitDirectories(RawPath path) {
    if (!path.bytes().contains(DOT_GIT)) {
      return Stream.empty();
    }
    List<String> names = List.of(path.bytes().split("/"));
    List<List<String>> all = new ArrayList<>();
    for (int git = 0; git < names.size(); git++) {
      if (names.get(git).equals(DOT_GIT)) {
        for (int at = git + 1; at < names.size(); at++) {
          if (isGitDirectory(names.subList(git + 1, at))) {
            all.add(names.subList(at, names.size()));
          }
        }
      }
    }
    return all.stream();
  }

  private static boolean isGitDirectory(List<String> below) {
    return below.isEmpty()
        || below.getFirst().equals(WORKTREES) && below.size() == 2
        || below.getFirst().equals(MODULES) && below.size() > 1;
  }

  /** Whether a changed path lies in a repository. */
  public boolean contain(RawPath path) throws IOException {
    return repository(path).isPresent();
  }

  /** The repository of a changed path, which may be the path itself; the outermost one. */
  public Optional<RawPath> repository(RawPath path) throws IOException {
    Optional<RawPath> known = repositories.get(path);
    if (known != null) {
      return known;
    }
    Optional<RawPath> found =
        path.equals(RawPath.TOP) ? Optional.empty() : repository(path.parent());
    if (found.isEmpty() && isRepository(path)) {
      found = Optional.of(path);
    }
    if (directories.contains(path)) {
      repositories.put(path, found);
    }
    return found;
  }

  private boolean isRepository(RawPath path) throws IOException {
    if (isDotGit(path)) {
      return true;
    }
    if (!directories.contains(path)) {
      return false;
    }
    Set<String> there = new HashSet<>(parts.getOrDefault(path, Set.of()));
    for (String part : RepositoryEntries.PARTS) {
      if (!there.contains(part) && hasProject(path.resolve(RawName.of(part)))) {
        there.add(part);
      }
      if (there.isEmpty()) {
        return false; // HEAD, the first, is missing, and the session made no other
      }
    }
    return RepositoryEntries.isMadeOf(there);
  }

  private boolean hasProject(RawPath path) throws IOException {
    try {
      return project.look(path).isPresent();
    } catch (AccessDeniedException e) {
      return false; // nothing is merged into a directory that the user cannot enter
    }
  }
}
