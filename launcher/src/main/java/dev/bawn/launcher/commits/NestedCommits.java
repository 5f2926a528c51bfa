package dev.bawn.launcher.commits;

import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.RawName;
import dev.bawn.launcher.review.GitFiles;
import dev.bawn.launcher.review.GitObjects;
import dev.bawn.launcher.review.Layers;
import dev.bawn.launcher.review.RawPath;
import dev.bawn.launcher.workspace.BaseDirectory;
import dev.bawn.launcher.workspace.GitProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The commits that the nested repositories of a project have: those that their references reach.
 * git reads neither the settings nor the references of these repositories: a session may have
 * written them. bawn reads the references, and git reads the objects.
 *
 * @param base the directory of the session's base: a git directory of bawn
 */
record NestedCommits(Layers layers, Path base) {

  /** The most files of references that are read in one repository. */
  private static final int MOST = 2000;

  private static final int LARGEST = 4 << 20;

  private static final Pattern ID = Pattern.compile("(?<![0-9a-f])([0-9a-f]{64}|[0-9a-f]{40})\\b");

  private static final RawName OBJECTS = RawName.of("objects");

  /** The files and directories that name the commits of a repository. */
  private static final List<String> TIPS = List.of("HEAD", "packed-refs", "refs", GitFiles.STASHES);

  static NestedCommits of(Path upper, Layers layers) {
    return new NestedCommits(layers, BaseDirectory.beside(upper));
  }

  /**
   * Removes the references to commits that the same repository of the project has.
   *
   * @param references each with its commit
   */
  void removeKnown(Map<Reference, String> references) throws IOException {
    Map<RawPath, Map<Reference, String>> each = new HashMap<>();
    references.forEach((reference, commit) ->
        reference
            .nested()
            .ifPresent(nested ->
                each.computeIfAbsent(directory(nested), _ -> new HashMap<>())
                    .put(reference, commit)));
    if (!layers.hasBase() || layers.areOfAgent()) {
      return;
    }
    each.remove(layers.gitDirectory()); // of the project's own repository: see ProjectCommits
    for (Map.Entry<RawPath, Map<Reference, String>> repository : each.entrySet()) {
      Set<String> known = known(repository.getKey(), Set.copyOf(repository.getValue().values()));
      repository
          .getValue()
          .forEach((reference, commit) -> {
            if (known.contains(commit)) {
              references.remove(reference);
            }
          });
    }
  }

  /** The directory with the objects of a repository; a linked worktree has none of its own. */
  private static RawPath directory(Reference.Nested nested) {
    if (nested.directory().equals(".")) {
      return RawPath.TOP;
    }
    RawPath directory = new RawPath(nested.directory());
    RawPath above = directory.parent();
    return above.bytes().equals(GitFiles.WORKTREES)
            || above.bytes().endsWith("/" + GitFiles.WORKTREES)
        ? above.parent()
        : directory;
  }

  private Set<String> known(RawPath repository, Set<String> commits) throws IOException {
    Optional<Path> objects =
        layers
            .place(repository.resolve(OBJECTS))
            .filter(place -> Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS));
    if (objects.isEmpty()) {
      return Set.of();
    }
    Set<String> tips = new HashSet<>();
    List<RawPath> files = new ArrayList<>();
    String above = repository.equals(RawPath.TOP) ? "" : repository.bytes() + "/";
    for (String name : TIPS) {
      add(files, new RawPath(above + name));
    }
    RawPath trees = new RawPath(above + GitFiles.WORKTREES);
    if (layers.project(trees).filter(there -> there.is(FileKind.DIRECTORY)).isPresent()) {
      for (RawPath tree : layers.projectNames(trees)) {
        add(files, tree.resolve(RawName.of("HEAD")));
      }
    }
    for (RawPath file : files) {
      Matcher ids = ID.matcher(text(file));
      while (ids.find()) {
        tips.add(ids.group());
      }
    }
    try {
      return reached(objects.get(), commits, tips);
    } catch (IOException e) {
      return Set.of(); // git cannot read the objects
    }
  }

  private void add(List<RawPath> files, RawPath path) throws IOException {
    Optional<FileKind> kind = layers.project(path).map(there -> there.kind());
    if (files.size() < MOST && kind.equals(Optional.of(FileKind.FILE))) {
      files.add(path);
    } else if (files.size() < MOST && kind.equals(Optional.of(FileKind.DIRECTORY))) {
      for (RawPath each : layers.projectNames(path)) {
        add(files, each);
      }
    }
  }

  private String text(RawPath file) {
    try {
      return layers
          .readProject(file, each -> each.content(LARGEST))
          .map(content -> new String(content, StandardCharsets.ISO_8859_1))
          .orElse("");
    } catch (IOException e) {
      return ""; // its commits count as missing
    }
  }

  private Set<String> reached(Path objects, Set<String> commits, Set<String> tips)
      throws IOException {
    Set<String> known = new HashSet<>();
    BaseDirectory.completeFor(base, objects.getParent());
    try (GitObjects project = new GitObjects(base, objects)) {
      known.addAll(project.those(commits));
    }
    if (known.isEmpty() || tips.isEmpty()) {
      return Set.of();
    }
    List<String> revisions = new ArrayList<>(known);
    tips.forEach(id -> revisions.add("^" + id));
    BoundedGit git = new BoundedGit(base, objects, Path.of("/dev/null"));
    GitProcess walk = git.start(List.of("rev-list", "--ignore-missing", "--stdin"));
    BoundedGit.feed(walk, revisions);
    try {
      git.lines(walk, "git cannot read the commits of a repository").forEach(known::remove);
    } catch (Refused e) {
      return Set.of(); // git cannot read the commits
    }
    return known;
  }
}
