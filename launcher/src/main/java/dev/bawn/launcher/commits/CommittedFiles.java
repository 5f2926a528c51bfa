package dev.bawn.launcher.commits;

import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.FileStatus;
import dev.bawn.launcher.review.Change;
import dev.bawn.launcher.review.GitBlob;
import dev.bawn.launcher.review.Layers;
import dev.bawn.launcher.review.RawPath;
import dev.bawn.launcher.review.ReadingLimit;
import dev.bawn.launcher.workspace.GitRepository;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Decides which changed files are in commits, too: once the project has the commit, such a file is
 * not lost with the session.
 *
 * @param layers of the session
 * @param commits the files of each commit, by their paths in the repository
 * @param limit of the bytes that are read of the session's files
 */
public record CommittedFiles(
    Layers layers, List<NavigableMap<String, Entry>> commits, ReadingLimit limit) {

  /** The most commits to read; a session may have named any number of them. */
  private static final int MOST = 16;

  private static final String EXECUTABLE = "100755";
  private static final String FILE = "100644";
  private static final String LINK = "120000";

  private record Entry(String mode, String id) {}

  /**
   * Reads the commits.
   *
   * @param directory the directory of the session's base
   * @param commits of the project; if there are too many, none is read
   */
  public static CommittedFiles of(Layers layers, Path directory, Collection<String> commits)
      throws IOException {
    List<NavigableMap<String, Entry>> files = new ArrayList<>();
    Optional<GitRepository> repository = layers.repository();
    if (repository.isPresent() && commits.size() <= MOST) {
      BoundedGit git = BoundedGit.silent(directory, repository.get());
      for (String commit : commits) {
        files.add(files(git, commit));
      }
    }
    return new CommittedFiles(layers, files, new ReadingLimit());
  }

  /** The files of a commit. Each entry is {@code MODE TYPE ID<tab>PATH}, see git-ls-tree(1). */
  private static NavigableMap<String, Entry> files(BoundedGit git, String commit)
      throws IOException {
    NavigableMap<String, Entry> files = new TreeMap<>();
    try {
      List<String> words = List.of("ls-tree", "-r", "-z", "--full-tree", commit);
      for (String line : git.fields(git.start(words), "git cannot list the files of a commit")) {
        int tab = line.indexOf('\t');
        if (tab >= 0) {
          String[] fields = line.substring(0, tab).split(" ");
          files.put(line.substring(tab + 1), new Entry(fields[0], fields[2]));
        }
      }
    } catch (Refused e) {
      return new TreeMap<>(); // the commit does not count
    }
    return files;
  }

  /** Tells whether one of the commits has the session's version of the path. */
  public boolean have(Change change) throws IOException {
    if (change instanceof Change.Unclear || change instanceof Change.Renamed) {
      return false;
    }
    if (change instanceof Change.ModeChanged(_, var before, var after)
        && (change.isDirectory() || before.isExecutable() == after.isExecutable())) {
      return false; // git has no such permissions
    }
    String path = RawPath.raw(layers.repositoryPrefix()) + change.path().bytes();
    for (NavigableMap<String, Entry> files : commits) {
      if (!files.isEmpty() && has(files, path, change)) {
        return true;
      }
    }
    return false;
  }

  private boolean has(NavigableMap<String, Entry> files, String path, Change change)
      throws IOException {
    String below = files.ceilingKey(path + "/");
    boolean isDirectory = below != null && below.startsWith(path + "/");
    Optional<Entry> entry = Optional.ofNullable(files.get(path));
    Optional<FileStatus> now = change.statusAfter();
    if (now.isEmpty()) {
      return entry.isEmpty() && !isDirectory;
    }
    if (entry.isEmpty()) {
      return now.get().is(FileKind.DIRECTORY) && isDirectory;
    }
    String id = entry.get().id();
    return switch (now.get().kind()) {
      case FILE ->
          entry.get().mode().equals(now.get().isExecutable() ? EXECUTABLE : FILE)
              && layers.readSession(
                  change.path(), file -> limit.allows(file) && GitBlob.keeps(file, id));
      case LINK ->
          entry.get().mode().equals(LINK) && GitBlob.isMadeOf(layers.linkAfter(change.path()), id);
      default -> false;
    };
  }
}
