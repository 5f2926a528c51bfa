package dev.bawn.launcher.review;

import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.RawName;
import dev.bawn.launcher.workspace.GitProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** The files in git's index when a session began, as {@code git ls-files} lists them. */
final class GitIndex {

  /** The most paths to pass to git; for more it lists the whole index, which is faster. */
  private static final int MOST_NAMED = 500;

  private static final List<String> LIST =
      List.of("ls-files", "--stage", "--debug", "-z", "--full-name", "--");

  private static final String FILE = "100644";
  private static final String EXECUTABLE = "100755";
  private static final String LINK = "120000";
  private static final String SIZE = "size: ";
  private static final String FLAGS = "flags: ";
  private static final long SKIP_WORKTREE = 1L << 30;

  private final Path directory;
  private final Path objects;
  private final GitObjects blobs;

  GitIndex(Path directory, Path objects, GitObjects blobs) {
    this.directory = directory;
    this.objects = objects;
    this.blobs = blobs;
  }

  /**
   * The files among these paths that the index has.
   *
   * @param prefix the path of the project in the repository, with a slash at the end
   * @return without the paths that the index does not have
   */
  Map<RawPath, BaseFile> files(Collection<RawPath> paths, String prefix) throws IOException {
    List<String> words = new ArrayList<>(LIST);
    // a longer path cannot be an argument
    if (paths.size() <= MOST_NAMED
        && paths.stream().allMatch(path -> path.text().isPresent() && !path.isTooLong())) {
      paths.forEach(path -> words.add(prefix + path.text().orElseThrow()));
    }
    return listed(words, new HashSet<>(paths)::contains, RawPath.raw(prefix));
  }

  /**
   * The files with a name, in all directories of the index.
   *
   * @return by path in the repository
   */
  Map<RawPath, BaseFile> named(RawName name) throws IOException {
    return listed(LIST, path -> path.name().equals(name), "");
  }

  private Map<RawPath, BaseFile> listed(
      List<String> words, Predicate<RawPath> wanted, String prefix) throws IOException {
    GitProcess git = GitProcess.start(directory, objects, words);
    String listed = new String(git.output().readAllBytes(), StandardCharsets.ISO_8859_1);
    if (git.await() != 0) {
      throw new IOException("git cannot read " + directory.resolve("index"));
    }
    return parsed(listed, wanted, prefix);
  }

  /**
   * Each entry is {@code MODE ID STAGE<tab>PATH<NUL>}, followed by lines that begin with blanks.
   */
  private Map<RawPath, BaseFile> parsed(String listed, Predicate<RawPath> wanted, String prefix)
      throws IOException {
    Map<RawPath, BaseFile> files = new HashMap<>();
    int at = 0;
    while (at < listed.length()) {
      int tab = listed.indexOf('\t', at);
      int end = listed.indexOf('\0', tab);
      if (tab < 0 || end < 0) {
        throw new IOException("git lists what is not an entry of an index");
      }
      String path = listed.substring(tab + 1, end);
      int next = end + 1;
      long size = 0;
      boolean isThere = true;
      while (next < listed.length() && listed.charAt(next) == ' ') {
        int line = listed.indexOf('\n', next);
        line = line < 0 ? listed.length() : line;
        if (listed.startsWith(SIZE, next + 2)) {
          size = number(listed, next + 2 + SIZE.length());
          isThere = !isSkipped(listed.substring(next, line));
        }
        next = line + 1;
      }
      if (path.startsWith(prefix)) {
        RawPath inProject = new RawPath(path.substring(prefix.length()));
        if (isThere && wanted.test(inProject)) {
          file(listed.substring(at, tab), size).ifPresent(file -> files.put(inProject, file));
        }
      }
      at = next;
    }
    return files;
  }

  /**
   * Tells whether a sparse checkout left the file out: it is in the index, but not in the work
   * tree.
   */
  private static boolean isSkipped(String line) {
    int at = line.indexOf(FLAGS);
    return at >= 0
        && (Long.parseLong(line.substring(at + FLAGS.length()).strip(), 16) & SKIP_WORKTREE) != 0;
  }

  private static long number(String text, int from) {
    long number = 0;
    for (int i = from; i < text.length() && Character.isDigit(text.charAt(i)); i++) {
      number = number * 10 + text.charAt(i) - '0';
    }
    return number;
  }

  /** Submodules, directories of a sparse index and files in conflict have no content to compare. */
  private Optional<BaseFile> file(String entry, long size) throws IOException {
    String[] words = entry.split(" ");
    if (words.length != 3) {
      throw new IOException("git lists what is not an entry of an index");
    }
    BaseContent content = new GitBlob(blobs, words[1], size);
    boolean isWhole = words[2].equals("0");
    return switch (words[0]) {
      case FILE -> Optional.of(new BaseFile(FileKind.FILE, false, content)).filter(_ -> isWhole);
      case EXECUTABLE ->
          Optional.of(new BaseFile(FileKind.FILE, true, content)).filter(_ -> isWhole);
      case LINK -> Optional.of(new BaseFile(FileKind.LINK, false, content)).filter(_ -> isWhole);
      default -> Optional.empty();
    };
  }
}
