package dev.bawn.launcher.commits;

import dev.bawn.launcher.linux.FileStatus;
import dev.bawn.launcher.linux.OpenFile;
import dev.bawn.launcher.linux.RawName;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.review.Change;
import dev.bawn.launcher.review.FileReading;
import dev.bawn.launcher.review.GitBlob;
import dev.bawn.launcher.review.GitFiles;
import dev.bawn.launcher.review.GitObjects;
import dev.bawn.launcher.review.Layers;
import dev.bawn.launcher.review.RawPath;
import dev.bawn.launcher.review.ReadingLimit;
import dev.bawn.launcher.workspace.BaseDirectory;
import dev.bawn.launcher.workspace.IndexReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds the files whose staged content only the session has: {@code git add} wrote it into an index
 * of the session, and the work tree has another content by now.
 *
 * @param layers of the session
 * @param project the session's project on the host, if it has one
 * @param base the directory of its base
 * @param isSha256 whether the IDs of the project's objects are SHA-256
 * @param dropped the paths whose files are removed with the session, although no copy exists
 * @param made by path: the blobs that its content may be
 * @param limit of the bytes that are read of files
 */
public record StagedFiles(
    Layers layers,
    Optional<Path> project,
    Path base,
    boolean isSha256,
    Set<RawPath> dropped,
    Map<RawPath, Set<String>> made,
    ReadingLimit limit) {

  private static final RawName DOT_GIT = RawName.of(".git");

  /**
   * The most indexes that are read; no project has more work trees. Further indexes count as lost,
   * and so do those that together are larger than one may be: reading 64 MiB of entries takes
   * seconds.
   */
  private static final int MOST = 64;

  /**
   * The total length of the paths that are looked up, with {@link #LOOK_UP} for each: 300,000 files
   * take ten seconds. An index with more counts as lost: few bytes of a compressed one make a long
   * path.
   */
  private static final long MOST_BYTES = 32 << 20;

  private static final int LOOK_UP = 100;

  /** The longest link in bytes, see PATH_MAX. */
  private static final int LARGEST_LINK = 4096;

  /**
   * The files, sorted; an index itself if it cannot be read.
   *
   * @param record of a session with an upper layer
   * @param changes all changes of the session
   * @param dropped the paths whose files are removed with the session, although no copy exists
   */
  public static List<StagedFile> of(
      SessionRecord record, Layers layers, List<Change> changes, Set<RawPath> dropped)
      throws IOException {
    List<RawPath> indexes = new ArrayList<>();
    for (Change change : changes) {
      if (change.statusAfter().isPresent() && layers.git().areIndex(change.path())) {
        indexes.add(change.path());
      }
    }
    if (indexes.isEmpty()) {
      return List.of();
    }
    Path base = BaseDirectory.beside(record.changes().orElseThrow());
    Optional<Path> project = record.project().filter(Files::isDirectory);
    StagedFiles files =
        new StagedFiles(
            layers,
            project,
            base,
            BaseDirectory.usesSha256(base),
            dropped,
            new HashMap<>(),
            new ReadingLimit());
    Set<StagedFile> lost = new TreeSet<>();
    int read = 0;
    long room = GitFiles.LARGEST_INDEX;
    long bytes = MOST_BYTES;
    for (RawPath index : indexes) {
      room -= layers.session(index).map(FileStatus::size).orElse(0L);
      if (read < MOST && room >= 0 && bytes > 0) {
        bytes = files.addLost(index, bytes, lost);
        read++;
      } else {
        lost.add(new StagedFile(index, Optional.empty()));
      }
    }
    return List.copyOf(lost);
  }

  /** Returns how many of the bytes of paths are left. */
  private long addLost(RawPath index, long bytes, Set<StagedFile> lost) throws IOException {
    Optional<Map<String, String>> staged =
        entries(() -> layers.readSession(index, StagedFiles::content));
    if (staged.isEmpty()) {
      lost.add(new StagedFile(index, Optional.empty()));
      return bytes;
    }
    Set<String> missing = new HashSet<>(staged.get().keySet());
    removeKnown(index, missing);
    long left = bytes;
    if (missing.isEmpty()) {
      return left;
    }
    Optional<RawPath> tree = workTree(index);
    for (String id : missing) {
      String path = staged.get().get(id);
      left -= path.length() + LOOK_UP;
      if (left < 0) {
        lost.add(new StagedFile(index, Optional.empty()));
        return left;
      }
      if (tree.isEmpty() || !isPath(path)) {
        lost.add(new StagedFile(index, Optional.empty()));
      } else {
        RawPath file =
            tree.get().equals(RawPath.TOP)
                ? new RawPath(path)
                : new RawPath(tree.get().bytes() + "/" + path);
        if (dropped.contains(file) || !isContent(id, file)) {
          lost.add(new StagedFile(file, tree));
        }
      }
    }
    return left;
  }

  private static Optional<byte[]> content(OpenFile file) throws IOException {
    return file.content(GitFiles.LARGEST_INDEX);
  }

  /** The entries of an index; empty if it is no index, for example a link. */
  private Optional<Map<String, String>> entries(Reading reading) {
    try {
      Optional<byte[]> index = reading.bytes();
      return index.isPresent()
          ? Optional.of(IndexReader.files(new ByteArrayInputStream(index.get()), isSha256))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Reads a file that may be missing. */
  @FunctionalInterface
  private interface Reading {
    Optional<byte[]> bytes() throws IOException;
  }

  /**
   * Removes the contents that the project has staged in the same index, at the session's start or
   * now, and those that its repository keeps.
   */
  private void removeKnown(RawPath index, Set<String> missing) throws IOException {
    if (index.equals(layers.topIndex())) {
      entries(() -> bytes(base.resolve("index")))
          .ifPresent(files -> missing.removeAll(files.keySet()));
    }
    entries(() -> layers.readProject(index, StagedFiles::content))
        .ifPresent(files -> missing.removeAll(files.keySet()));
    if (missing.isEmpty()) {
      return;
    }
    RawPath directory = repository(index);
    if (directory.equals(layers.gitDirectory()) && layers.repository().isPresent()) {
      missing.retainAll(new ProjectCommits(layers.repository().get(), base).lack(missing));
      return;
    }
    Optional<Path> objects = objects(directory);
    if (objects.isPresent()) {
      // git reads the references of no other repository: a session may have written its
      // configuration
      BaseDirectory.completeFor(base, objects.get().getParent());
      try (GitObjects project = new GitObjects(base, objects.get())) {
        missing.removeAll(project.those(missing));
      }
    }
  }

  private static Optional<byte[]> bytes(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] index = in.readNBytes(GitFiles.LARGEST_INDEX + 1);
      return Optional.of(index).filter(all -> all.length <= GitFiles.LARGEST_INDEX);
    }
  }

  /** The git directory that has the objects of an index. */
  private RawPath repository(RawPath index) throws IOException {
    RawPath directory = index.parent();
    return isLinked(directory) ? directory.parent().parent() : directory;
  }

  /** The directory with the objects of a nested repository, in the project. */
  private Optional<Path> objects(RawPath directory) {
    RawPath objects = directory.resolve(RawName.of("objects"));
    return layers
        .place(objects)
        .filter(_ -> project.isPresent())
        .filter(each -> Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS));
  }

  /** Tells whether a path is the git directory of a linked worktree. */
  private boolean isLinked(RawPath directory) throws IOException {
    RawPath above = directory.parent();
    return !above.equals(RawPath.TOP)
        && above.name().equals(RawName.of(GitFiles.WORKTREES))
        && above.parent().equals(layers.git().directory(directory));
  }

  /** The top of the work tree with this index; empty if it is not in the project. */
  private Optional<RawPath> workTree(RawPath index) throws IOException {
    RawPath directory = index.parent();
    if (directory.equals(layers.gitDirectory())) {
      return Optional.of(RawPath.TOP);
    }
    if (!directory.equals(RawPath.TOP) && directory.name().equals(DOT_GIT)) {
      return Optional.of(directory.parent());
    }
    if (isLinked(directory)) {
      return linkedWorkTree(directory.resolve(RawName.of("gitdir")));
    }
    // the name of a submodule is its path, unless its user chose another one
    String bytes = "/" + directory.bytes();
    String modules = "/.git/" + GitFiles.MODULES + "/";
    int git = bytes.lastIndexOf(modules);
    if (git < 0) {
      return Optional.empty();
    }
    String name = bytes.substring(git + modules.length());
    String above = bytes.substring(0, git);
    return Optional.of(new RawPath((above + "/" + name).substring(1)));
  }

  /**
   * The work tree of a linked worktree, from the file that contains the path of its {@code .git}.
   * That path is absolute.
   */
  private Optional<RawPath> linkedWorkTree(RawPath file) {
    Optional<byte[]> content;
    try {
      content =
          layers.session(file).isPresent()
              ? layers.readSession(file, each -> each.content(LARGEST_LINK))
              : layers.readProject(file, each -> each.content(LARGEST_LINK));
    } catch (IOException e) {
      return Optional.empty();
    }
    String path = new String(content.orElse(new byte[0]), StandardCharsets.ISO_8859_1).strip();
    for (int at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
      String below = path.substring(at + 1);
      if (below.endsWith("/.git") && isPath(below) && isThere(new RawPath(below))) {
        return Optional.of(new RawPath(below).parent());
      }
    }
    return Optional.empty();
  }

  private boolean isThere(RawPath path) {
    return isTrue(() -> layers.session(path).isPresent())
        || isTrue(() -> layers.readProject(path, _ -> true));
  }

  private static boolean isPath(String path) {
    try {
      Arrays.stream(path.split("/", -1)).forEach(RawName::new);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /**
   * Tells whether the file of the session, or of the project, has this content. It is read once: an
   * index may name it many times.
   */
  private boolean isContent(String id, RawPath path) {
    return made.computeIfAbsent(
            path,
            _ -> {
              FileReading<Set<String>> ids =
                  file -> limit.allows(file) ? GitBlob.madeOf(file, isSha256) : Set.of();
              Set<String> all = new HashSet<>();
              isTrue(() -> all.addAll(layers.readSession(path, ids)));
              isTrue(() -> all.addAll(layers.readProject(path, ids)));
              return all;
            })
        .contains(id);
  }

  /** Reads a file that may be missing. */
  @FunctionalInterface
  private interface Question {
    boolean ask() throws IOException;
  }

  private static boolean isTrue(Question question) {
    try {
      return question.ask();
    } catch (IOException e) {
      return false;
    }
  }
}
