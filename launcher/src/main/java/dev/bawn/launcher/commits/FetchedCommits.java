package dev.bawn.launcher.commits;

import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.review.Change;
import dev.bawn.launcher.review.GitFiles;
import dev.bawn.launcher.review.Layers;
import dev.bawn.launcher.review.RawPath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The last commits of a session's branches that were fetched into the project, a line each. */
public record FetchedCommits(Path file) {

  private static final int LONGEST = 16 << 20;
  private static final String GIT = ".git/";

  /** The commits that a format names which is not read here. */
  private static final String UNKNOWN = "unknown";

  private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");

  /**
   * Those of a session.
   *
   * @param upper its upper layer
   */
  public static FetchedCommits beside(Path upper) {
    return new FetchedCommits(upper.resolveSibling("commits"));
  }

  /** Their hashes. */
  public Set<String> ids() throws IOException {
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        ? Files.readAllLines(file, StandardCharsets.ISO_8859_1).stream()
            .collect(Collectors.toUnmodifiableSet())
        : Set.of();
  }

  /**
   * The references of a session to commits that the project does not have: {@code HEAD}, branches,
   * and tags and the stash, which are not fetched. Sorted.
   */
  public Set<String> missing(Layers layers, List<Change> changes) throws IOException {
    Set<String> fetched = ids();
    Set<String> missing = new TreeSet<>();
    for (Change change : changes) {
      if (GitFiles.areCommitsOf(change.path())
          && change.now().filter(now -> now.is(FileKind.FILE)).isPresent()) {
        for (Map.Entry<String, String> each : references(layers, change.path()).entrySet()) {
          boolean isKnown =
              !each.getValue().equals(UNKNOWN)
                  && (fetched.contains(each.getValue()) || layers.hasCommit(each.getValue()));
          if (!isKnown) {
            missing.add(each.getKey());
          }
        }
      }
    }
    return missing;
  }

  /** Whether a reference is of another repository than the project's: nothing fetches it. */
  public static boolean isNested(String reference) {
    return reference.contains(GIT);
  }

  /** Whether a reference is of the kind that {@code merge --branch} fetches. */
  public static boolean isFetched(String reference) {
    return reference.equals("HEAD") || reference.startsWith("refs/heads/");
  }

  /** The commits of the references in a file, by their names; see gitrepository-layout(5). */
  private static Map<String, String> references(Layers layers, RawPath path) throws IOException {
    String text =
        layers
            .readSession(path, file -> file.content(LONGEST))
            .map(bytes -> new String(bytes, StandardCharsets.ISO_8859_1))
            .orElse("");
    String name = name(path);
    if (name.contains("reftable/")) {
      return Map.of(name, UNKNOWN);
    }
    Map<String, String> references = new TreeMap<>();
    for (String line : text.split("\n")) {
      String[] fields = line.strip().split(" ", 2);
      boolean isPacked = fields.length == 2 && fields[1].startsWith("refs/");
      String reference = isPacked ? name(path, fields[1]) : name;
      if (COMMIT.matcher(fields[0]).matches() && !reference.startsWith("refs/remotes/")) {
        references.put(reference, fields[0]);
      }
    }
    return references;
  }

  /** As git calls it; one of another repository in the project by its path. */
  private static String name(RawPath path) {
    String text = path.bytes();
    String name = text.startsWith(GIT) ? text.substring(GIT.length()) : text;
    return name.startsWith("modules/") || name.startsWith("worktrees/") ? text : name;
  }

  private static String name(RawPath packed, String reference) {
    return name(packed).equals("packed-refs")
        ? reference
        : packed.parent().bytes() + "/" + reference;
  }

  /** Adds some. */
  public void add(List<Branch> branches) throws IOException {
    Files.write(
        file,
        branches.stream().map(Branch::id).toList(),
        StandardCharsets.ISO_8859_1,
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }
}
