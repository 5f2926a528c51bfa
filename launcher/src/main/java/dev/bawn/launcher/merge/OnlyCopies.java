package dev.bawn.launcher.merge;

import dev.bawn.launcher.commits.KeptContents;
import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.OpenDirectory;
import dev.bawn.launcher.linux.OpenFile;
import dev.bawn.launcher.linux.RawName;
import dev.bawn.launcher.merge.MergeDirectory.Journal;
import dev.bawn.launcher.merge.MergeDirectory.State;
import dev.bawn.launcher.review.Contents;
import dev.bawn.launcher.review.Layers;
import dev.bawn.launcher.review.RawPath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The files of merges without a copy in git or in the project: each path with the session's copies.
 *
 * @param replaced files that merges replaced or removed, without those that a merge wrote itself
 * @param brought merged files that the project lost: it is as before again, or has no such file
 * @param undos the number of merges to undo before all of these can be merged again
 */
public record OnlyCopies(
    SortedMap<RawPath, Set<Path>> replaced, SortedMap<RawPath, Set<Path>> brought, int undos) {

  static OnlyCopies of(List<MergeDirectory> merges, Staging staging, Path upper, Layers layers)
      throws IOException {
    List<StandingMerge> done =
        StandingMerge.among(merges).stream().filter(merge -> !merge.changesNothing()).toList();
    KeptContents project = new KeptContents(layers, upper);
    Map<RawPath, Integer> lost = lost(done, staging, layers, project);
    SortedMap<RawPath, Set<Path>> brought = new TreeMap<>();
    int first = Integer.MAX_VALUE;
    for (RawPath path : project.lack(lost.keySet(), layers::useSession)) {
      brought.put(path, Set.of(upper.resolve(path.text().orElse(path.shown()))));
      first = Math.min(first, lost.get(path));
    }
    int last = first;
    long undos = done.stream().filter(merge -> merge.number() >= last).count();
    return new OnlyCopies(replaced(merges, staging, project), brought, (int) undos);
  }

  /** The number of file versions. */
  public int count() {
    return Stream.of(replaced, brought)
        .flatMap(copies -> copies.values().stream())
        .mapToInt(Set::size)
        .sum();
  }

  /** Tells whether there are none. */
  public boolean areNone() {
    return replaced.isEmpty() && brought.isEmpty();
  }

  /**
   * The merged files of the session that the project lost, each with the number of the merge before
   * whose state the project is again. Any larger number means that there is none: the file is
   * missing, or has a content that git had before the merge. A later content is an edit of the
   * merged file.
   */
  private static Map<RawPath, Integer> lost(
      List<StandingMerge> done, Staging staging, Layers layers, KeptContents project)
      throws IOException {
    Map<RawPath, Integer> takenBack = layers.takenBack();
    Map<RawPath, Integer> lost = new HashMap<>();
    Map<Integer, Set<RawPath>> others = new HashMap<>();
    for (Map.Entry<RawPath, MergedPath> each : MergedPath.of(done).entrySet()) {
      RawPath path = each.getKey();
      MergedPath merged = each.getValue();
      Version after = merged.last().after();
      if (!holdsContent(after)
          || layers.session(path).filter(it -> after.is(it.kind())).isEmpty()) {
        continue;
      }
      Version now = staging.project(path);
      if (now.hash().equals(after.hash())) {
        continue;
      }
      if (takenBack.containsKey(path)) {
        lost.put(path, takenBack.get(path));
      } else if (now.isNothing()) {
        lost.put(path, Integer.MAX_VALUE);
      } else if (holdsContent(now)) {
        others.computeIfAbsent(merged.lastMerge(), _ -> new HashSet<>()).add(path);
      }
    }
    for (StandingMerge merge : done) {
      Set<RawPath> changed = others.getOrDefault(merge.number(), Set.of());
      for (RawPath path : project.ofCommitsAt(changed, merge.directory().time())) {
        lost.put(path, Integer.MAX_VALUE);
      }
    }
    return lost;
  }

  private static boolean holdsContent(Version version) {
    return version.is(FileKind.FILE) || version.is(FileKind.LINK);
  }

  private static SortedMap<RawPath, Set<Path>> replaced(
      List<MergeDirectory> merges, Staging staging, KeptContents project) throws IOException {
    Map<MergeDirectory, Journal> journals = new LinkedHashMap<>();
    Map<MergeDirectory, Journal> others = new LinkedHashMap<>();
    Map<Integer, Set<RawPath>> restored = new HashMap<>();
    WrittenContents written = new WrittenContents();
    for (MergeDirectory merge : merges) {
      if (!merge.isWritten()) {
        continue;
      }
      Journal journal = merge.read();
      if (merge.state() == State.ABANDONED) {
        others.put(merge, journal);
        continue;
      }
      if (journal.undoes() > 0) {
        others.put(merge, journal);
        journal
            .steps()
            .forEach(step ->
                restored.computeIfAbsent(journal.undoes(), _ -> new HashSet<>()).add(step.path()));
        continue;
      }
      journals.put(merge, journal);
      written.add(journal.steps());
    }
    SortedMap<RawPath, Set<Path>> only = new TreeMap<>();
    Set<String> met = new HashSet<>();
    for (Map.Entry<MergeDirectory, Journal> each : journals.entrySet()) {
      MergeDirectory merge = each.getKey();
      Set<RawPath> back = restored.getOrDefault(merge.number(), Set.of());
      List<MergeStep> replaced =
          each.getValue().steps().stream().filter(step -> !back.contains(step.path())).toList();
      replaced(merge, project, staging, replaced, written, met)
          .forEach((path, copy) -> only.computeIfAbsent(path, _ -> new TreeSet<>()).add(copy));
    }
    // a merge that was taken back kept the earlier file where changes of others stayed; an undo
    // keeps
    // the merged file, to which a program may still write
    for (Map.Entry<MergeDirectory, Journal> each : others.entrySet()) {
      replaced(each.getKey(), project, staging, each.getValue().steps(), written, met)
          .forEach((path, copy) -> only.computeIfAbsent(path, _ -> new TreeSet<>()).add(copy));
    }
    return only;
  }

  private static Map<RawPath, Path> replaced(
      MergeDirectory merge,
      KeptContents project,
      Staging staging,
      List<MergeStep> replaced,
      WrittenContents written,
      Set<String> met)
      throws IOException {
    Map<RawPath, MergeStep> kept = new HashMap<>();
    try (OpenDirectory old = OpenDirectory.at(merge.old())) {
      for (MergeStep step : replaced) {
        Version there = step.isOfDirectory() ? Version.NONE : Version.of(old, step.name());
        if (holdsContent(there)
            && !written.isReplaceable(there.hash(), staging)
            && !staging.project(step.path()).hash().equals(there.hash())
            && met.add(step.path() + " " + there.hash())) {
          kept.put(step.path(), step);
        }
      }
      return project
          .lack(kept.keySet(), (path, use) -> read(old, kept.get(path).name(), use))
          .stream()
          .collect(Collectors.toMap(path -> path, path -> merge.kept(kept.get(path))));
    }
  }

  /**
   * The contents that merges wrote. A content that came from a session may be replaced by its next
   * merge. One that the project had before, which a merge only moved, copied or wrote again, may
   * not, unless the project still has it at such a path.
   */
  private static final class WrittenContents {

    /** SHA-256 of all of them. */
    private final Set<String> written = new HashSet<>();

    /** SHA-256 of the contents that the project had before a merge wrote them. */
    private final Set<String> others = new HashSet<>();

    /** By SHA-256: the paths at which a merge found or wrote it. */
    private final Map<String, Set<RawPath>> paths = new HashMap<>();

    /** Adds a merge, after all earlier ones. */
    void add(List<MergeStep> steps) {
      for (MergeStep step : steps) {
        if (!written.contains(step.before().hash())) {
          others.add(step.before().hash());
        }
      }
      for (MergeStep step : steps) {
        written.add(step.after().hash());
        written.add(step.session().hash());
        for (Version version : List.of(step.before(), step.after(), step.session())) {
          paths.computeIfAbsent(version.hash(), _ -> new HashSet<>()).add(step.path());
        }
      }
    }

    boolean isReplaceable(String hash, Staging staging) throws IOException {
      if (!written.contains(hash) || !others.contains(hash)) {
        return written.contains(hash);
      }
      for (RawPath path : paths.get(hash)) {
        if (staging.project(path).hash().equals(hash)) {
          return true;
        }
      }
      return false;
    }
  }

  private static boolean read(OpenDirectory old, RawName name, Contents.Use use)
      throws IOException {
    if (old.look(name).filter(it -> it.is(FileKind.LINK)).isPresent()) {
      return use.link(old.linkText(name).getBytes(StandardCharsets.ISO_8859_1));
    }
    try (OpenFile file = old.file(name)) {
      return use.file(file);
    }
  }
}
