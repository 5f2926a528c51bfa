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
 * Finds the changed files that git uses: the next git command may act on them. These are the files
 * in {@code .git}, and in each directory that git takes for a repository by its entries, no matter
 * whether the project or the session has put each entry there. Files that the session removed
 * count, too, since a merge of a few paths may leave them in the project.
 */
public final class GitFiles {

  private static final String DOT_GIT = ".git";

  /** The index of the repository at the top. */
  public static final RawPath TOP_INDEX = RawPath.of(DOT_GIT + "/index");

  /** The largest index that is read, in bytes: half a million entries. */
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
   * @param changes all changes of a session, including those that are not merged now
   */
  GitFiles(Places project, List<Change> changes) {
    this(project);
    changes.forEach(change -> add(change.path(), change.statusAfter().isPresent()));
  }

  /**
   * Finds the repositories that a project has once more files are in it.
   *
   * @param project the project as it is now
   * @param paths the added files; their directories count, too
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

  /**
   * Tells whether a path lies in a directory {@code .git}, in any case of letters, at the top or
   * deeper.
   */
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
   * Tells whether a change of a path means that the session committed or changed a branch: the path
   * is a reference of a repository in the project, see gitrepository-layout(5). References to
   * remotes do not count. A branch, a worktree and a submodule may have the same name as any
   * directory of git. If a path can be read in two ways, it counts.
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
      // the file has the stash that git-rebase(1) makes before it begins, until the rebase ends
      case "rebase-merge", "rebase-apply" -> size == 2 && names.getLast().equals("autostash");
      case "HEAD", "packed-refs", "MERGE_AUTOSTASH" -> size == 1;
      default -> false;
    };
  }

  /**
   * Tells whether a directory may contain files that name commits. Most directories of git do not,
   * and a session can write any number of files there.
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

  /** Tells whether a path is the list of stashes of a repository. */
  public static boolean areStashesOf(RawPath path) {
    return inGitDirectories(path).anyMatch(LIST_OF_STASHES::equals);
  }

  /**
   * Tells whether a path is the index of a work tree: of a repository, a linked worktree or a
   * submodule, see gitrepository-layout(5).
   */
  public static boolean areIndexOf(RawPath path) {
    return inGitDirectories(path).anyMatch(List.of("index")::equals)
        && !REFERENCES.matcher(path.bytes()).find();
  }

  /**
   * The ways in which git may read a path: relative to each directory that may be the git directory
   * of a repository, a linked worktree or a submodule. The name of a submodule may contain slashes.
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

  /** Tells whether a changed path lies in a repository. */
  public boolean contain(RawPath path) throws IOException {
    return repository(path).isPresent();
  }

  /** The outermost repository that contains a changed path, or is that path. */
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
        return false; // HEAD, the first of the names, is missing, and the session made no other
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
