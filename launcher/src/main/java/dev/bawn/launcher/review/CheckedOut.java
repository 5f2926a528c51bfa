package dev.bawn.launcher.review;

import dev.bawn.launcher.workspace.GitRepository;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The versions of files that the user had checked out for a while since a session began: those of
 * the commits in the log of HEAD, which also a stash, a revert and a change of the branch leave.
 */
final class CheckedOut {

  /** In place of an ID: the path is missing. */
  static final String NONE = "";

  /** The bytes at the end of the log that are read, and the most commits. */
  private static final int TAIL = 1 << 16;

  private static final int MOST = 20;

  /** A line of a log: two commits, who, and when, see git-reflog(1). */
  private static final Pattern LINE =
      Pattern.compile("([0-9a-f]{40,64}) ([0-9a-f]{40,64}) [^\t]*> (\\d{1,18}) [-+]\\d{4}(\t.*)?");

  private static final long NANOS = 1_000_000_000;

  private CheckedOut() {}

  /**
   * Finds the versions.
   *
   * @param begun the start of the session, in nanoseconds since 1970
   * @param paths of the project
   * @param prefix the path of the project in its repository
   * @return the IDs of the contents of each path that has any
   */
  static Map<RawPath, Set<String>> versions(
      GitRepository repository, long begun, GitObjects objects, Set<RawPath> paths, String prefix)
      throws IOException {
    Map<RawPath, Set<String>> versions = new TreeMap<>();
    inOrder(commits(repository, begun), objects, paths, prefix)
        .forEach((path, ids) -> {
          Set<String> there = new LinkedHashSet<>(ids);
          there.remove(NONE);
          if (!there.isEmpty()) {
            versions.put(path, there);
          }
        });
    return versions;
  }

  /**
   * Finds the versions in the commits that the checked-out commit reaches, the newest first; {@link
   * #NONE} where a commit does not have the path. A path with a line break has no versions.
   * Parameters as those of {@link #versions}.
   */
  static Map<RawPath, List<String>> reached(
      GitRepository repository, long begun, GitObjects objects, Set<RawPath> paths, String prefix)
      throws IOException {
    List<String> commits = commits(repository, begun);
    return commits.isEmpty()
        ? Map.of()
        : inOrder(objects.reached(commits, commits.getFirst()), objects, paths, prefix);
  }

  private static Map<RawPath, List<String>> inOrder(
      List<String> commits, GitObjects objects, Set<RawPath> paths, String prefix)
      throws IOException {
    Map<RawPath, List<String>> versions = new TreeMap<>();
    // git reads one name a line
    List<RawPath> asked = paths.stream().filter(it -> it.bytes().indexOf('\n') < 0).toList();
    if (commits.isEmpty() || asked.isEmpty()) {
      return versions;
    }
    Set<String> names = new LinkedHashSet<>();
    for (RawPath path : asked) {
      commits.forEach(commit -> names.add(name(commit, prefix, path)));
    }
    Map<String, String> ids = objects.resolve(names);
    for (RawPath path : asked) {
      List<String> there = new ArrayList<>();
      commits.forEach(commit -> there.add(ids.getOrDefault(name(commit, prefix, path), NONE)));
      versions.put(path, there);
    }
    return versions;
  }

  private static String name(String commit, String prefix, RawPath path) {
    return commit + ":" + RawPath.raw(prefix) + path.bytes();
  }

  /** The commits in the log since the start, the newest first. */
  private static List<String> commits(GitRepository repository, long begun) throws IOException {
    Path log = repository.directory().resolve("logs/HEAD");
    if (!Files.isRegularFile(log, LinkOption.NOFOLLOW_LINKS)) {
      return List.of();
    }
    byte[] tail;
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      file.seek(Math.max(0, file.length() - TAIL));
      tail = new byte[(int) Math.min(TAIL, file.length())];
      file.readFully(tail);
    }
    Set<String> commits = new LinkedHashSet<>();
    List<String> lines = new String(tail, StandardCharsets.ISO_8859_1).lines().toList();
    for (String line : lines.reversed()) {
      Matcher matcher = LINE.matcher(line);
      if (matcher.matches() && (Long.parseLong(matcher.group(3)) + 1) * NANOS > begun) {
        commits.add(matcher.group(2));
        commits.add(matcher.group(1));
      }
    }
    return commits.stream().limit(MOST).toList();
  }
}
