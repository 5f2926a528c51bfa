package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.FileStatus;
import dev.bawn.launcher.linux.RawName;
import dev.bawn.launcher.mount.RepositoryEntries;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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

/**
 * Decides which directories are repositories of git, which of the changed files are git's own, and
 * where references, stashes and indexes are. A directory is a repository if its name is {@code
 * .git}, or if git takes it for one by its entries, no matter whether the project or the session
 * has put each entry there. Files that the session removed count, too, since a merge of a few paths
 * may leave them in the project.
 *
 * <p>Everything in {@code .git} is git's own. In any other repository, these are the files whose
 * names git writes there: see {@link GitNames}. The other files there are ordinary work. No merge
 * writes to the directory of a repository, except to a work tree in it that the project has.
 */
public final class GitFiles {

  private static final String DOT_GIT = ".git";

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
  private static final String INDEX = "index";

  /** Most paths have none of these names. */
  private static final Pattern MAY_NAME_COMMITS =
      Pattern.compile("HEAD$|refs|reftable|/autostash$|MERGE_AUTOSTASH$|commondir$");

  private static final Pattern REFERENCES = Pattern.compile("/refs/(heads|tags|remotes)/");

  private static final Set<String> WITH_REFERENCES =
      Set.of(REFS, LOGS, "reftable", "rebase-merge", "rebase-apply", WORKTREES, MODULES);

  /**
   * The file with the path of the directory that has the references of a linked worktree. git reads
   * it in any repository.
   */
  public static final String COMMON = "commondir";

  /**
   * The names of pseudo references to commits that other references or the project have, see
   * gitglossary(7). git-update-ref(1) writes others, too.
   */
  private static final Set<String> PASSING_HEADS =
      Set.of(
          "ORIG_HEAD",
          "FETCH_HEAD",
          "MERGE_HEAD",
          "CHERRY_PICK_HEAD",
          "REVERT_HEAD",
          "REBASE_HEAD",
          "BISECT_HEAD");

  private static final Pattern PSEUDO_HEAD = Pattern.compile("[A-Z_]+_HEAD");

  /** See gitrepository-layout(5). */
  private static final Pattern OF_OBJECTS = Pattern.compile("[0-9a-f]{2}|pack|info");

  /**
   * The bytes of a HEAD that git reads to know a repository: validate_headref() in its setup.c. It
   * ignores what follows them.
   */
  private static final int READ_HEAD = 255;

  /** The beginning of the content, or the target, of a HEAD that git accepts. */
  private static final Pattern VALID_HEAD = Pattern.compile("(ref:\\s*)?refs/|(?i)[0-9a-f]{40}");

  private static final RawName HEAD = RawName.of("HEAD");

  /** The place of a path in relation to the repositories. */
  private enum Part {
    /** In no repository's directory, or in a work tree. */
    OUTSIDE,
    /** The directory of a repository that is not called {@code .git}. */
    DIRECTORY,
    /** {@code .git}, or an entry of a repository with a name of git's, or below them. */
    NAMED,
    /** Another entry of a repository's directory, or below it. */
    BESIDE
  }

  /**
   * The place of a path.
   *
   * @param repository the innermost repository; the top if there is none
   * @param isOwn whether the path is git's own
   */
  private record Position(Part part, RawPath repository, boolean isOwn) {
    static final Position OUTSIDE = new Position(Part.OUTSIDE, RawPath.TOP, false);
  }

  private final Places project;
  private final Optional<Places> session;
  private final Set<RawPath> directories = new HashSet<>();
  private final Set<RawPath> workTrees = new HashSet<>();
  private final Map<RawPath, Set<String>> parts = new HashMap<>();
  private final Map<RawPath, Position> positions = new HashMap<>();

  /**
   * @param project the project as it is now
   * @param session the session's upper layer
   * @param changes all changes of a session, including those that are not merged now
   */
  GitFiles(Places project, Places session, List<Change> changes) {
    this(project, Optional.of(session));
    changes.forEach(change -> add(change.path(), change.statusAfter().isPresent()));
  }

  /**
   * Finds the repositories that a project has once more files are in it.
   *
   * @param project the project as it is now
   * @param paths the added files; their directories count, too
   */
  static GitFiles with(Places project, Collection<RawPath> paths) {
    GitFiles all = new GitFiles(project, Optional.empty());
    paths.forEach(path -> all.add(path, true));
    return all;
  }

  private GitFiles(Places project, Optional<Places> session) {
    this.project = project;
    this.session = session;
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
        } else if (isDotGit(each)) {
          workTrees.add(parent);
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
   * directory of git. If a path can be read in two ways, it counts. git follows a link in the place
   * of a directory with references.
   */
  public boolean areCommits(Change change) throws IOException {
    RawPath path = change.path();
    if (change.statusAfter().filter(now -> now.is(FileKind.LINK)).isPresent()) {
      return contain(path)
          && readings(path).stream()
              .anyMatch(names -> WITH_REFERENCES.contains(names.getFirst()) || nameCommits(names));
    }
    return MAY_NAME_COMMITS.matcher(path.bytes()).find()
        && readings(path).stream().anyMatch(GitFiles::nameCommits);
  }

  private static boolean nameCommits(List<String> names) {
    int size = names.size();
    return switch (names.getFirst()) {
      case REFS -> size > 1 && !names.get(1).equals(REMOTES);
      case "reftable" -> true;
      case LOGS -> names.equals(LIST_OF_STASHES);
      // the file has the stash that git-rebase(1) makes before it begins, until the rebase ends
      case "rebase-merge", "rebase-apply" -> size == 2 && names.getLast().equals("autostash");
      case "HEAD", "packed-refs", "MERGE_AUTOSTASH", COMMON -> size == 1;
      default -> size == 1 && isPseudoHead(names.getFirst());
    };
  }

  /** Tells whether this is the name of a pseudo reference, and a commit may have no other name. */
  public static boolean isPseudoHead(String name) {
    return PSEUDO_HEAD.matcher(name).matches() && !PASSING_HEADS.contains(name);
  }

  /**
   * Tells whether a path in {@code .git} names commits, or may contain files that do. Most
   * directories of git do not, and a session can write any number of files there.
   */
  static boolean mayNameCommits(RawPath path, boolean isDirectory) {
    List<List<String>> readings = readings(path, inDotGits(path));
    if (!isDirectory) {
      return readings.stream().anyMatch(GitFiles::nameCommits);
    }
    return readings.isEmpty()
        || readings.stream().anyMatch(names -> WITH_REFERENCES.contains(names.getFirst()))
            && readings.stream().noneMatch(GitFiles::areObjects);
  }

  private static boolean areObjects(List<String> names) {
    return names.size() == 2
        && names.getFirst().equals(OBJECTS)
        && OF_OBJECTS.matcher(names.getLast()).matches();
  }

  /**
   * Tells whether a path is in {@code .git}, where another program than git wrote it. git itself
   * writes the name in small letters.
   */
  public boolean isOfAnother(RawPath path) {
    List<List<String>> readings = readings(path, inDotGits(path));
    return readings.isEmpty()
        ? areInDotGit(path)
            && path.names().stream().map(RawName::bytes).anyMatch(GitFiles::isInOtherLetters)
        : readings.stream().noneMatch(names -> GitNames.have(names.getFirst()));
  }

  private static boolean isInOtherLetters(String name) {
    return isDotGit(name) && !name.equals(DOT_GIT);
  }

  /** Tells whether a path is the list of stashes of a repository. */
  public boolean areStashes(RawPath path) throws IOException {
    return path.bytes().endsWith(STASHES)
        && readings(path).stream().anyMatch(LIST_OF_STASHES::equals);
  }

  /**
   * Tells whether a path is the index of a work tree: of a repository, a linked worktree or a
   * submodule, see gitrepository-layout(5).
   */
  public boolean areIndex(RawPath path) throws IOException {
    return path.bytes().endsWith(INDEX)
        && !REFERENCES.matcher("/" + path.bytes()).find()
        && readings(path).stream().anyMatch(List.of(INDEX)::equals);
  }

  private List<List<String>> readings(RawPath path) throws IOException {
    List<RawPath> all = inDotGits(path);
    for (RawPath each = path; !each.equals(RawPath.TOP); ) {
      each = each.parent();
      if (position(each).part() == Part.DIRECTORY) {
        all.add(each);
      }
    }
    return readings(path, all);
  }

  /**
   * The ways in which git may read a path: relative to each directory that may be the git directory
   * of a repository, a linked worktree or a submodule. The name of a submodule may contain slashes.
   */
  private static List<List<String>> readings(RawPath path, List<RawPath> repositories) {
    if (repositories.isEmpty()) {
      return List.of();
    }
    List<String> names = List.of(path.bytes().split("/"));
    List<List<String>> all = new ArrayList<>();
    for (RawPath repository : repositories) {
      int begin = repository.names().size();
      for (int at = begin; at < names.size(); at++) {
        if (isGitDirectory(names.subList(begin, at))) {
          all.add(names.subList(at, names.size()));
        }
      }
    }
    return all;
  }

  /** Each {@code .git} above a path. */
  private static List<RawPath> inDotGits(RawPath path) {
    List<RawPath> all = new ArrayList<>();
    if (path.bytes().contains(DOT_GIT)) {
      for (RawPath each : path.parents()) {
        if (each.equals(RawPath.of(DOT_GIT)) || each.bytes().endsWith("/" + DOT_GIT)) {
          all.add(each);
        }
      }
    }
    return all;
  }

  private static boolean isGitDirectory(List<String> below) {
    return below.isEmpty()
        || below.getFirst().equals(WORKTREES) && below.size() == 2
        || below.getFirst().equals(MODULES) && below.size() > 1;
  }

  /** Tells whether a changed path is one of git's own files. */
  public boolean contain(RawPath path) throws IOException {
    return position(path).isOwn();
  }

  /**
   * The repository that has a changed path as its directory, or as one of git's own files in it.
   */
  public Optional<RawPath> repository(RawPath path) throws IOException {
    Position position = position(path);
    return Optional.of(position.repository()).filter(_ -> position.isOwn());
  }

  /** The repository into whose directory a merge would write this path; it writes nothing there. */
  public Optional<RawPath> closed(RawPath path) throws IOException {
    Position position = position(path);
    return Optional.of(position.repository()).filter(_ -> position.part() != Part.OUTSIDE);
  }

  /**
   * Tells whether git never writes a path, although it is in the directory of a repository: it is
   * an ordinary file.
   */
  public boolean isBeside(RawPath path) throws IOException {
    return position(path).part() == Part.BESIDE;
  }

  /** The innermost repository that contains a path; the top if none does. */
  public RawPath directory(RawPath path) throws IOException {
    return position(path).repository();
  }

  private Position position(RawPath path) throws IOException {
    Position known = positions.get(path);
    if (known == null) {
      known = find(path);
      if (directories.contains(path)) {
        positions.put(path, known);
      }
    }
    return known;
  }

  private Position find(RawPath path) throws IOException {
    if (path.equals(RawPath.TOP)) {
      return isRepository(path) ? ofDirectory(path) : Position.OUTSIDE;
    }
    Position above = position(path.parent());
    if (above.part() == Part.NAMED) {
      return above;
    }
    if (isDotGit(path)) {
      return new Position(Part.NAMED, path, true);
    }
    String name = path.name().bytes();
    if (above.part() == Part.DIRECTORY && GitNames.mayHave(name)) {
      return new Position(Part.NAMED, above.repository(), above.isOwn() && GitNames.have(name));
    }
    if (isRepository(path)) {
      return ofDirectory(path);
    }
    boolean isBeside = above.part() == Part.DIRECTORY || above.part() == Part.BESIDE;
    return isBeside && !isWorkTree(path) && !isWorkTree(path.parent())
        ? new Position(Part.BESIDE, above.repository(), false)
        : Position.OUTSIDE;
  }

  /** Tells whether the project has a work tree at a path. */
  private boolean isWorkTree(RawPath path) throws IOException {
    return hasProject(path.resolve(RawName.of(DOT_GIT)));
  }

  /** git takes no directory with a {@code .git} for a repository, nor one with another HEAD. */
  private Position ofDirectory(RawPath path) throws IOException {
    boolean isOwn = !workTrees.contains(path) && !isWorkTree(path) && isHead(path.resolve(HEAD));
    return new Position(Part.DIRECTORY, path, isOwn);
  }

  private boolean isHead(RawPath path) throws IOException {
    return session.isPresent() && isHead(session.get(), path) || isHead(project, path);
  }

  private static boolean isHead(Places places, RawPath path) {
    try {
      Optional<FileStatus> there = places.look(path);
      if (there.isEmpty()) {
        return false;
      }
      byte[] content =
          there.get().is(FileKind.LINK)
              ? places.link(path)
              : places.reading(path, file -> file.stream().readNBytes(READ_HEAD));
      return VALID_HEAD.matcher(new String(content, StandardCharsets.ISO_8859_1)).lookingAt();
    } catch (IOException e) {
      return false;
    }
  }

  private boolean isRepository(RawPath path) throws IOException {
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
