package dev.bawn.launcher.commits;

import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.RawName;
import dev.bawn.launcher.review.Change;
import dev.bawn.launcher.review.GitFiles;
import dev.bawn.launcher.review.Layers;
import dev.bawn.launcher.review.RawPath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads the references that a session wrote, of all repositories in its project, up to a limit: a
 * session can write so many that reading them all would take too long.
 */
final class References {

  /** The most files and references: a repository has a few hundred, the largest some thousands. */
  private static final int MOST = 20_000;

  /** The most bytes: twice the size of so many packed references. */
  private static final int MOST_BYTES = 4 << 20;

  /** The commits of a format that bawn does not read. */
  private static final String UNKNOWN = "unknown";

  /** The prefix of a symbolic reference, see gitrepository-layout(5). Spaces follow it. */
  private static final String REF = "ref:";

  private static final String BRANCHES = "refs/heads/";
  private static final String REMOTES = "refs/remotes/";

  /** The content of the file in a linked worktree. */
  private static final String ABOVE = "../..";

  private static final RawName COMMON = RawName.of(GitFiles.COMMON);
  private static final RawName LOGS = RawName.of("logs");
  private static final RawName REFS = RawName.of("refs");
  private static final RawName OBJECTS = RawName.of("objects");

  private static final Reference TOP_HEAD = new Reference(RawPath.of("HEAD"), Optional.empty());

  /** The ID of a commit; git accepts capital letters, too. */
  private static final Pattern COMMIT = Pattern.compile("(?i)[0-9a-f]{40}|[0-9a-f]{64}");

  /**
   * The characters that may follow the ID, see parse_loose_ref_contents() in git's
   * refs/files-backend.c.
   */
  private static final Pattern END = Pattern.compile("[\\s\\x00]");

  private final Layers layers;
  private int left = MOST;
  private int bytesLeft = MOST_BYTES;
  private Optional<String> branch = Optional.empty();

  /**
   * @param layers the source of the files
   */
  References(Layers layers) {
    this.layers = layers;
  }

  /**
   * Reads the references in changed files.
   *
   * @param commits gets the commit of each reference, or its annotated tag
   * @return whether these are all
   */
  boolean read(List<Change> changes, Map<Reference, String> commits) throws IOException {
    for (Change change : changes) {
      if (change.statusAfter().isPresent()
          && layers.git().areCommits(change)
          && !read(change.path(), change.statusAfter().get().kind(), commits)) {
        return false;
      }
    }
    return true;
  }

  /** The branch that the session checked out, if HEAD was read. */
  Optional<String> branch() {
    return branch;
  }

  /** Reads one changed file. git follows a link among its references. */
  private boolean read(RawPath path, FileKind kind, Map<Reference, String> commits)
      throws IOException {
    return switch (kind) {
      case FILE -> read(path, commits);
      case LINK -> unknown(reference(path), commits);
      default -> true;
    };
  }

  private boolean unknown(Reference name, Map<Reference, String> commits) {
    commits.put(name, UNKNOWN);
    return --left >= 0;
  }

  private boolean read(RawPath path, Map<Reference, String> commits) throws IOException {
    Reference name = reference(path);
    String bytes = name.name().bytes();
    int tables = bytes.indexOf(Reference.TABLES);
    if (tables >= 0) {
      RawPath all = new RawPath(bytes.substring(0, tables + Reference.TABLES.length()));
      return unknown(new Reference(all, name.repository()), commits);
    }
    Optional<byte[]> content = layers.readSession(path, file -> file.content(bytesLeft));
    if (--left < 0 || content.isEmpty()) {
      return false;
    }
    bytesLeft -= content.get().length;
    String text = new String(content.get(), StandardCharsets.ISO_8859_1);
    return layers.git().areStashes(path) && isLog(text)
        ? readStashes(name, text.lines().toList(), commits)
        : read(path, name, text, commits);
  }

  /**
   * Reads the list of stashes. A line names the previous commit and the stash; the last line names
   * the stash of {@code refs/stash}.
   */
  private boolean readStashes(Reference log, List<String> lines, Map<Reference, String> commits) {
    for (int number = 1; number < lines.size(); number++) {
      String[] fields = lines.get(lines.size() - 1 - number).split(" ", 3);
      if (--left < 0) {
        return false;
      }
      if (fields.length == 3 && COMMIT.matcher(fields[1]).matches()) {
        commits.put(log.stash(number), fields[1].toLowerCase(Locale.ROOT));
      }
    }
    return true;
  }

  private boolean read(RawPath path, Reference name, String text, Map<Reference, String> commits)
      throws IOException {
    if (path.name().equals(COMMON)) {
      return text.strip().equals(ABOVE) || unknown(name, commits);
    }
    if (isLog(text) && isInLogs(path)) {
      return true; // of a submodule: its name may end with "logs", too
    }
    for (String line : text.split("\n")) {
      String[] fields = END.split(line.strip(), 2);
      if (COMMIT.matcher(fields[0]).matches()) {
        String id = fields[0].toLowerCase(Locale.ROOT);
        boolean isPacked = fields.length == 2 && fields[1].startsWith("refs/");
        Reference reference = isPacked ? packed(path, name, fields[1]) : name;
        if (--left < 0) {
          return false;
        }
        if (reference.isNested() || !reference.name().bytes().startsWith(REMOTES)) {
          commits.put(reference, id);
        }
      } else if (line.startsWith(REF) && !symbolic(name, line, commits)) {
        return false;
      }
    }
    return true;
  }

  /** Notes a reference to another one, which is unknown if that one does not count itself. */
  private boolean symbolic(Reference name, String line, Map<Reference, String> commits) {
    String target = line.substring(REF.length()).strip();
    if (target.startsWith(BRANCHES) && name.equals(TOP_HEAD)) {
      branch = Optional.of(target);
    }
    return target.startsWith("refs/") && !target.startsWith(REMOTES) || unknown(name, commits);
  }

  /**
   * Tells whether a path is in a directory with logs, which is neither below {@code refs} nor a
   * repository.
   */
  private boolean isInLogs(RawPath path) throws IOException {
    for (RawPath each : path.parents().reversed()) {
      if (each.name().equals(REFS)) {
        return false;
      }
      if (each.name().equals(LOGS) && layers.session(each.resolve(OBJECTS)).isEmpty()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Tells whether a text is a log. Each line of a log names the commits before and after, see
   * git-reflog(1).
   */
  private static boolean isLog(String text) {
    String[] fields = text.split(" ", 3);
    return fields.length == 3
        && COMMIT.matcher(fields[0]).matches()
        && COMMIT.matcher(fields[1]).matches();
  }

  /** The reference in a file. */
  private Reference reference(RawPath path) throws IOException {
    String top = layers.gitDirectory().bytes() + "/";
    if (!path.bytes().startsWith(top)) {
      return new Reference(path, Optional.of(layers.git().directory(path)));
    }
    String name = path.bytes().substring(top.length());
    boolean isNested =
        name.startsWith(GitFiles.MODULES + "/") || name.startsWith(GitFiles.WORKTREES + "/");
    return isNested
        ? new Reference(path, Optional.of(layers.gitDirectory()))
        : new Reference(new RawPath(name), Optional.empty());
  }

  private static Reference packed(RawPath file, Reference name, String reference) {
    boolean isShort = !name.isNested() || file.parent().equals(RawPath.TOP);
    return new Reference(
        new RawPath(isShort ? reference : file.parent().bytes() + "/" + reference),
        name.repository());
  }
}
